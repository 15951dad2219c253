// Swaps the sections of a table: animates the change, and keeps the focus.

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
    refocus(focus);
  };
  if (animated && canAnimate()) await animateUpdate(changes, update);
  else update();
}

function rememberFocus() {
  const element = document.activeElement;
  const section = element?.closest("[id^='s-']");
  if (!section) return null;
  const { action, vt, remove, report = remove, do: command } = element.dataset;
  const selector = report ? `:is([data-remove="${report}"], [data-report="${report}"])` : vt ? `[data-vt="${vt}"]` : command ? `[data-do="${command}"]` : `[data-action="${action}"]`;
  return { section: section.id, selector: element.id ? `#${CSS.escape(element.id)}` : selector };
}

// Focus the same element again; if it is gone, a choice, so that keyboard players need not start over.
function refocus(focus) {
  // Only if the focus was lost: otherwise the person has put it elsewhere.
  if (!focus || ![null, document.body].includes(document.activeElement)) return;
  const section = document.getElementById(focus.section);
  const target =
    section?.querySelector(focus.selector) ??
    document.querySelector(focus.selector) ??
    document.querySelector("[data-action]:not([aria-disabled='true'])");
  target?.focus({ preventScroll: true });
}
