// Swaps the sections of a table: animates the change, and keeps the focus.

import { rememberFocus, restoreFocus } from "./focus.js";
import { animateUpdate, canAnimate } from "./motion.js";

// Put new HTML into sections, by id, call `onUpdate` before anything is painted, and dispatch "shown". With
// `animated` false nothing moves: gliding elements are drawn above everything else, even above a curtain.
export async function swap(sections, onUpdate = () => {}, animated = true) {
  const changes = Object.entries(sections)
    .map(([id, html]) => ({ element: document.getElementById(`s-${id}`), html }))
    .filter(({ element }) => element);
  const focus = rememberFocus();
  const update = () => {
    for (const { element, html } of changes) element.innerHTML = html;
    onUpdate();
    document.dispatchEvent(new Event("shown"));
    restoreFocus(focus);
  };
  if (animated && canAnimate()) await animateUpdate(changes, update);
  else update();
}
