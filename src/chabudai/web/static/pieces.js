// Sections come as pieces of HTML: a text is new, a number is one that has come before (docs/protocol.md). The latest are
// kept, as many as the server counts on.

const KEPT = 512;
let kept = [];
let next = 0;

// A new connection knows nothing of what came before it.
export function forget() {
  kept = [];
  next = 0;
}

function text(piece) {
  if (typeof piece === "number") return kept[piece % KEPT];
  kept[next++ % KEPT] = piece;
  return piece;
}

// All sections of a message, in their order, since that is how pieces are counted.
export const joined = (sections) =>
  Object.fromEntries(Object.entries(sections).map(([id, pieces]) => [id, pieces.map(text).join("")]));
