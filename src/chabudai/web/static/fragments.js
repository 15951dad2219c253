// Sections arrive as fragments of HTML: a string is new, a number refers to an earlier one (docs/protocol.md). Keeps
// as many as the server counts on.

const KEPT = 512;
let kept = [];
let next = 0;

// A new connection starts from nothing.
export function forget() {
  kept = [];
  next = 0;
}

function text(fragment) {
  if (typeof fragment === "number") return kept[fragment % KEPT];
  kept[next++ % KEPT] = fragment;
  return fragment;
}

// Joins the sections of a message, in order, since that is how fragments are numbered.
export const joined = (sections) =>
  Object.fromEntries(Object.entries(sections).map(([id, fragments]) => [id, fragments.map(text).join("")]));
