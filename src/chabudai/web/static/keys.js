// The table by keyboard: arrows go from thing to thing, Enter plays (as on any button), and a few keys for the rest.

import { send, toast } from "./client.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const table = document.getElementById("table");

const things = () => [...table.querySelectorAll("[data-action]")].filter((thing) => thing.offsetParent);

function centre(thing) {
  const { left, top, width, height } = thing.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// The nearest thing in a direction; what lies aside counts double, so that rows and columns hold together.
function neighbour(from, [right, down]) {
  const [x, y] = centre(from);
  let nearest = null;
  let least = Infinity;
  for (const thing of things()) {
    const [otherX, otherY] = centre(thing);
    const along = (otherX - x) * right + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down + (otherY - y) * right);
    if (thing !== from && along > 4 && along + 2 * aside < least) {
      least = along + 2 * aside;
      nearest = thing;
    }
  }
  return nearest;
}

function move(event) {
  const here = document.activeElement.closest("#table [data-action]");
  const next = here ? neighbour(here, ARROWS[event.key]) : things()[0];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

// Why not this one? Where nothing is asked about: the rule that matters now.
function explain() {
  const thing = document.activeElement.closest("[data-action]");
  const why = thing && document.getElementById(thing.getAttribute("aria-describedby"))?.textContent;
  if (why) return toast(why);
  if (thing) return toast(table.dataset.sayAllAllowed);
  document.getElementById("rules").click();
}

const KEYS = {
  h: () => send({ do: "hint" }),
  u: () => send({ do: "undo" }),
  "?": explain,
  " ": () => table.querySelector("[data-do=seen]")?.click(),
};

// The scoring: on, and back.
function count(by) {
  const steps = [...table.querySelectorAll(".steps > input")];
  const next = steps[steps.findIndex((step) => step.checked) + by];
  if (next) next.checked = true;
  return steps.length > 0;
}

const COUNTING = { " ": 1, Enter: 1, ArrowRight: 1, ArrowLeft: -1 };

document.addEventListener("keydown", (event) => {
  const target = event.target;
  const pressed = [" ", "Enter"].includes(event.key) && target.closest("button, a, summary");
  // A key that is held presses once: by now the focus may be on what has come instead, a card perhaps.
  if (pressed && event.repeat) return event.preventDefault();
  const typing = target.closest("input:not(.steps > *), select, textarea, [popover], dialog");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (pressed) return;
  if (event.key in COUNTING && count(COUNTING[event.key])) event.preventDefault();
  else if (event.key in ARROWS) move(event);
  else KEYS[event.key.toLowerCase()]?.();
});

// The link to the rules leads to the chapter that matters now, if the table names one.
document.addEventListener("shown", () => {
  const chapter = table.querySelector("[data-rule]")?.dataset.rule ?? "";
  document.getElementById("rules").href = table.dataset.rules + (chapter && `#${chapter}`);
});
