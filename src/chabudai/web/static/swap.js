// Swaps the sections of a table: animates the change, and keeps the focus.

import { canMove, move } from "./motion.js";

// Put new HTML into sections, by id; `then` runs before anything is painted. Without `glide` nothing is animated:
// gliding things are drawn above everything else, even above a curtain.
export async function swap(sections, then = () => {}, glide = true) {
  const changes = Object.entries(sections)
    .map(([id, html]) => ({ element: document.getElementById(`s-${id}`), html }))
    .filter(({ element }) => element);
  const focus = rememberFocus();
  const put = () => {
    for (const { element, html } of changes) element.innerHTML = html;
    then();
    document.dispatchEvent(new Event("shown"));
    refocus(focus);
  };
  if (glide && canMove()) await move(changes, put);
  else put();
}

function rememberFocus() {
  const element = document.activeElement;
  const section = element?.closest("[id^='s-']");
  if (!section) return null;
  const { action, vt, do: order } = element.dataset;
  const known = vt ? `[data-vt="${vt}"]` : order ? `[data-do="${order}"]` : `[data-action="${action}"]`;
  return { section: section.id, self: element.id ? `#${CSS.escape(element.id)}` : known };
}

// Focus the same thing again; if it is gone, a choice, so that keyboard players need not start over.
function refocus(focus) {
  // Only if the focus was lost: otherwise the person has put it elsewhere.
  if (!focus || ![null, document.body].includes(document.activeElement)) return;
  const section = document.getElementById(focus.section);
  const target =
    section?.querySelector(focus.self) ??
    document.querySelector(focus.self) ??
    document.querySelector("[data-action]:not([aria-disabled='true'])");
  target?.focus({ preventScroll: true });
}
