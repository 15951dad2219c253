// Assembles sections from fragments of HTML: a string is a new fragment, a number refers to an earlier one. Keeps the
// latest 512 fragments, as docs/protocol.md requires.

const KEPT = 512;
let kept = [];
let next = 0;

// Drop all fragments: a new connection numbers them from 0 again.
export function forget() {
  kept = [];
  next = 0;
}

// Return the HTML of a fragment, and keep it if it is new.
function toHtml(fragment) {
  if (typeof fragment === "number") return kept[fragment % KEPT];
  kept[next++ % KEPT] = fragment;
  return fragment;
}

// Join the fragments of each section, in the order of the message, since fragments are numbered in that order.
export const joined = (sections) =>
  Object.fromEntries(Object.entries(sections).map(([id, fragments]) => [id, fragments.map(toHtml).join("")]));
