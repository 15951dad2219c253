// Personal settings: stored in this browser, for all tables.

const KEY = "chabudai";
const DEFAULTS = { sound: false, notify: false, confirm: false, forced: true, mute: false, sort: "dealt" };

export const settings = { ...DEFAULTS, ...read() };

export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // No storage: the setting lasts until the page is closed.
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
