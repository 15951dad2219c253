// Tells the player about an update: by sound and, if it has just become their turn on a hidden page, by a notification.

import { settings } from "./settings.js";

const countTokens = (html) => html?.split('class="token"').length;

export function signal({ turn, sound, title, sections }, table) {
  const tokenPlaced = countTokens(sections.mid) > countTokens(document.getElementById("s-mid").innerHTML);
  const detail = sound === "card" && tokenPlaced ? "stone" : sound; // a stone sounds different
  if (sound) document.dispatchEvent(new CustomEvent("sound", { detail }));
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
