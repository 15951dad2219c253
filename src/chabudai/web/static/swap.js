// Swaps the sections of a table: what has moved glides to its new place, and the focus stays where it was.

const MOST = 12; // with more things named, view transitions begin to stutter
const still = matchMedia("(prefers-reduced-motion: reduce)");

// Put new HTML into sections, by their ids; `then` is done in the same breath, before anything is shown. Without `glide`
// all of it changes at once: what glides does so above everything else, also above a curtain.
export async function swap(sections, then = () => {}, glide = true) {
  const changes = Object.entries(sections)
    .map(([id, html]) => ({ element: document.getElementById(`s-${id}`), html }))
    .filter(({ element }) => element);
  const kept = focused();
  const { names, arrived } = compare(changes);
  const put = () => {
    for (const { element, html } of changes) element.innerHTML = html;
    for (const each of arrived) bearers(each).forEach((element) => element.classList.add("came"));
    then();
    document.dispatchEvent(new Event("shown"));
    refocus(kept);
  };
  const can = document.startViewTransition && !still.matches && !document.hidden;
  if (!can || !glide || !names.length) return put();
  name(names);
  const transition = document.startViewTransition(() => {
    put();
    name(names);
  });
  await transition.finished.catch(() => {});
  for (const element of document.querySelectorAll("[data-vt]")) element.style.viewTransitionName = "";
}

// The names (data-vt) of things that lie elsewhere afterwards, those that go from one section to another first; and of
// those that were not there before, unless nothing was.
function compare(changes) {
  const before = new Map();
  const after = new Map();
  for (const { element, html } of changes) {
    const coming = document.createElement("template");
    coming.innerHTML = html;
    note(before, element, element.id);
    note(after, coming.content, element.id);
  }
  const moved = [...after.keys()].filter((name) => before.has(name) && before.get(name) !== after.get(name));
  const section = (place) => place.split(" ")[0];
  const travels = (name) => section(before.get(name)) !== section(after.get(name));
  return {
    names: moved.sort((one, other) => travels(other) - travels(one)).slice(0, MOST),
    arrived: before.size ? [...after.keys()].filter((name) => !before.has(name)) : [],
  };
}

function note(places, root, section) {
  root.querySelectorAll("[data-vt]").forEach((element, number) => places.set(element.dataset.vt, `${section} ${number}`));
}

const bearers = (name) => [...document.querySelectorAll(`[data-vt="${CSS.escape(name)}"]`)];

// A name may be borne once only: if two things have it, the last one in the document moves.
function name(names) {
  for (const each of names) {
    const found = bearers(each);
    found.forEach((element, number) => (element.style.viewTransitionName = number === found.length - 1 ? each : ""));
  }
}

function focused() {
  const element = document.activeElement;
  const section = element?.closest("[id^='s-']");
  if (!section) return null;
  const { action, vt } = element.dataset;
  const self = element.id ? `#${CSS.escape(element.id)}` : vt ? `[data-vt="${vt}"]` : `[data-action="${action}"]`;
  return { section: section.id, self, element };
}

// Back to the same thing; if it is gone, to what can be chosen now, so that a keyboard player need not start again.
function refocus(kept) {
  if (!kept || kept.element.isConnected) return;
  const section = document.getElementById(kept.section);
  const target =
    section?.querySelector(kept.self) ??
    document.querySelector(kept.self) ??
    document.querySelector("[data-action]:not([aria-disabled='true'])");
  target?.focus({ preventScroll: true });
}
