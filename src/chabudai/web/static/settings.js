// What a person has set for themself: kept in this browser, for all tables.

const KEY = "chabudai";
const FIRST = { sound: false, notify: false, confirm: false, forced: true, mute: false, sort: "dealt" };

export const settings = { ...FIRST, ...read() };

export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing: the setting holds until the page is left.
  }
  document.dispatchEvent(new CustomEvent("setting", { detail: { name, value } }));
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}
