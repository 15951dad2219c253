// Sounds and notifications of a table.

import { settings } from "./settings.js";

const tokens = (html) => html?.split('class="token"').length;

export function signal({ turn, sound, title, sections }, table) {
  const placed = tokens(sections.mid) > tokens(document.getElementById("s-mid").innerHTML); // a stone sounds different
  if (sound) document.dispatchEvent(new CustomEvent("sound", { detail: sound === "card" && placed ? "stone" : sound }));
  const allowed = "Notification" in window && Notification.permission === "granted";
  if (turn && !table.hasAttribute("data-turn") && document.hidden && settings.notify && allowed) {
    const { sayYourTurn, iconTurn, table: id } = table.dataset;
    try {
      new Notification(sayYourTurn, { body: title, icon: iconTurn, tag: id });
    } catch {
      // Chrome on Android has the class and the permission, but throws.
    }
  }
}
