// Swaps the sections of a table: things move to their new places, and the focus stays where it was.

import { canMove, move } from "./motion.js";

// Put new HTML into sections, by their ids; `then` is done in the same breath, before anything is shown. Without `glide`
// all of it changes at once: what glides does so above everything else, also above a curtain.
export async function swap(sections, then = () => {}, glide = true) {
  const changes = Object.entries(sections)
    .map(([id, html]) => ({ element: document.getElementById(`s-${id}`), html }))
    .filter(({ element }) => element);
  const kept = focused();
  const put = () => {
    for (const { element, html } of changes) element.innerHTML = html;
    then();
    document.dispatchEvent(new Event("shown"));
    refocus(kept);
  };
  if (glide && canMove()) await move(changes, put);
  else put();
}

function focused() {
  const element = document.activeElement;
  const section = element?.closest("[id^='s-']");
  if (!section) return null;
  const { action, vt, do: order } = element.dataset;
  const known = vt ? `[data-vt="${vt}"]` : order ? `[data-do="${order}"]` : `[data-action="${action}"]`;
  return { section: section.id, self: element.id ? `#${CSS.escape(element.id)}` : known };
}

// Back to the same thing; if it is gone, to what can be chosen now, so that a keyboard player need not start again.
function refocus(kept) {
  // It is lost where what had it is gone or was put elsewhere; else it is where the person wants it.
  if (!kept || ![null, document.body].includes(document.activeElement)) return;
  const section = document.getElementById(kept.section);
  const target =
    section?.querySelector(kept.self) ??
    document.querySelector(kept.self) ??
    document.querySelector("[data-action]:not([aria-disabled='true'])");
  target?.focus({ preventScroll: true });
}
