// A replay: fetches steps, and shows them like the updates of a live table. Without this script, links and the form do
// the same.

import { tell } from "./news.js";
import { share } from "./share.js";
import { swap } from "./swap.js";

const table = document.getElementById("table");
const controls = document.getElementById("controls");
const run = document.getElementById("run");
const shareButton = document.querySelector("[data-share]");
const playOn = document.querySelector("form.play-on");
const PAUSE = 1100; // milliseconds between steps

let requested = null; // the latest step asked for and not fetched yet
let fetching = false;
let timer = 0;

const shown = () => Number(controls.step.value);
const last = () => Number(controls.step.max);

// Go to a step. During a fetch only the latest request is kept, so that the slider can be dragged.
export async function go(step, seat = controls.seat.value) {
  requested = { step: Math.max(0, Math.min(step, last())), seat };
  if (fetching) return;
  fetching = true;
  while (requested) {
    const address = `${table.dataset.replay}?${new URLSearchParams(requested)}`;
    requested = null;
    const response = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!response?.ok) break;
    const update = await response.json();
    history.replaceState(null, "", address);
    await swap(update.sections, () => updateControls(update));
  }
  fetching = false;
}

function updateControls({ step, last, view, over, waiting, text, news }) {
  controls.step.value = step;
  controls.seat.value = view;
  table.toggleAttribute("data-over", over);
  shareButton.dataset.share = `${table.dataset.replay}?${new URLSearchParams({ step, seat: view })}`;
  playOn.step.value = step;
  playOn.seat.value = Number(view) >= 0 ? view : (waiting[0] ?? 0);
  controls.querySelector("output").value = `${step} / ${last}`;
  const told = document.getElementById("told");
  tell(told.textContent === text ? [] : news); // a moment and the position after it are about the same
  told.textContent = text;
}

function play(on) {
  run.setAttribute("aria-pressed", on);
  clearInterval(timer);
  if (on) timer = setInterval(() => (shown() < last() ? fetching || go(shown() + 1) : play(false)), PAUSE);
}

const STEPS = { first: () => 0, back: () => shown() - 1, next: () => shown() + 1, last };

controls.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go]");
  if (!link) return;
  event.preventDefault();
  play(false);
  go(STEPS[link.dataset.go]());
});
controls.addEventListener("input", () => go(shown()));
run.addEventListener("click", () => play(run.getAttribute("aria-pressed") !== "true"));
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, [popover]")) return;
  if (event.key === "ArrowLeft") go(shown() - 1);
  else if (event.key === "ArrowRight") go(shown() + 1);
});
// Share the address of this moment, and say so if it was copied.
shareButton.addEventListener("click", async () => {
  const address = new URL(shareButton.dataset.share, location.href).href;
  history.replaceState(null, "", address); // the address bar can be copied too
  if ((await share(address)) === "copied") document.getElementById("told").textContent = shareButton.dataset.copied;
});
shareButton.hidden = false;
run.hidden = false;
document.getElementById("go").hidden = true;
