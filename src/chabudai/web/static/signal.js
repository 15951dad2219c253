// What is heard of a table, or told outside of the page.

import { settings } from "./settings.js";

const tokens = (html) => html?.split('class="token"').length;

export function signal({ turn, sound, title, sections }, table) {
  const placed = tokens(sections.mid) > tokens(document.getElementById("s-mid").innerHTML); // a stone sounds unlike a card
  if (sound) document.dispatchEvent(new CustomEvent("sound", { detail: sound === "card" && placed ? "stone" : sound }));
  const told = "Notification" in window && Notification.permission === "granted";
  if (turn && !table.hasAttribute("data-turn") && document.hidden && settings.notify && told) {
    const { sayYourTurn, iconTurn, table: id } = table.dataset;
    try {
      new Notification(sayYourTurn, { body: title, icon: iconTurn, tag: id });
    } catch {
      // Chrome on Android has the permission and the class, and makes none: the table goes on without.
    }
  }
}
