// Keyboard control of the table: arrows move the focus between choices, Enter plays (as on any button), and
// letters are shortcuts.

import { send, toast } from "./client.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const table = document.getElementById("table");

const choices = () => [...table.querySelectorAll("[data-action]")].filter((choice) => choice.offsetParent);

function center(choice) {
  const { left, top, width, height } = choice.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// The nearest choice in a direction. Sideways distance counts double, so that arrows follow rows and columns.
function neighbor(from, [right, down]) {
  const [x, y] = center(from);
  let nearest = null;
  let least = Infinity;
  for (const choice of choices()) {
    const [otherX, otherY] = center(choice);
    const along = (otherX - x) * right + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down + (otherY - y) * right);
    if (choice !== from && along > 4 && along + 2 * aside < least) {
      least = along + 2 * aside;
      nearest = choice;
    }
  }
  return nearest;
}

function moveFocus(event) {
  const focused = document.activeElement.closest("#table [data-action]");
  const next = focused ? neighbor(focused, ARROWS[event.key]) : choices()[0];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

// Show why the focused choice is not allowed; if none is focused, open the rule that applies now.
function explain() {
  const choice = document.activeElement.closest("[data-action]");
  const why = choice && document.getElementById(choice.getAttribute("aria-describedby"))?.textContent;
  if (why) return toast(why);
  if (choice) return toast(table.dataset.sayAllAllowed);
  document.getElementById("rules").click();
}

// By the button, if there is one: hints.js may only have to show a closed list again.
function askForHint() {
  const button = table.querySelector("[data-do=hint]");
  if (button) button.click();
  else send({ do: "hint" });
}

const KEYS = {
  h: askForHint,
  u: () => send({ do: "undo" }),
  "?": explain,
  " ": () => table.querySelector("[data-do=seen]")?.click(),
};

// Step through the final scoring; return whether there is one.
function stepScoring(by) {
  const steps = [...table.querySelectorAll(".steps > input")];
  const next = steps[steps.findIndex((step) => step.checked) + by];
  next?.focus();
  next?.click(); // checks it, as a person would
  return steps.length > 0;
}

const SCORING_STEPS = { " ": 1, Enter: 1, ArrowRight: 1, ArrowLeft: -1 };

document.addEventListener("keydown", (event) => {
  const target = event.target;
  const pressed = [" ", "Enter"].includes(event.key) && target.closest("button, a, summary");
  // A key that is held down counts once: the focus may have moved to something new, such as a card.
  if (pressed && event.repeat) return event.preventDefault();
  const typing = target.closest("input:not(.steps > *), select, textarea, [popover], dialog");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (pressed) return;
  if (event.key in SCORING_STEPS && stepScoring(SCORING_STEPS[event.key])) event.preventDefault();
  else if (event.key in ARROWS) moveFocus(event);
  else KEYS[event.key.toLowerCase()]?.();
});

// Point the link to the rules at the chapter that applies now, if the table names one.
document.addEventListener("shown", () => {
  const chapter = table.querySelector("[data-rule]")?.dataset.rule ?? "";
  document.getElementById("rules").href = table.dataset.rules + (chapter && `#${chapter}`);
});
