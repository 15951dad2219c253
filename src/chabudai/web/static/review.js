// The bots' review of a player's moves, in the dialog of a replay: asks for it, and shows its progress and its result.

import { go } from "./replay.js";

const table = document.getElementById("table");
const remarks = document.getElementById("remarks");
const progress = document.getElementById("review-progress");
const button = document.getElementById("ask-review");
const seat = document.querySelector("[name=review-seat]");
const PAUSE = 700; // milliseconds between two questions how far the review is

// Ask for the review; if it fails, show why, and let the person ask again.
async function review() {
  button.disabled = true;
  remarks.replaceChildren();
  const why = await fetchReview().catch(() => table.dataset.sayReviewFailed);
  progress.hidden = true;
  button.disabled = false;
  if (!why) return;
  const alert = document.createElement("p");
  alert.className = "refused";
  alert.role = "alert";
  alert.textContent = why;
  remarks.replaceChildren(alert);
}

// Fetch the review and show it; return the reason if there is none.
async function fetchReview() {
  const address = `${table.dataset.replay}/review?seat=${seat.value}`;
  const ask = () => fetch(address, { headers: { Accept: "application/json" } });
  let response = await ask();
  while (response.status === 202) {
    progress.hidden = false;
    progress.querySelector("progress").value = (await response.json()).done ?? 0;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    response = await ask();
  }
  const answer = await response.json();
  if (!response.ok) return answer.why ?? table.dataset.sayReviewFailed;
  remarks.innerHTML = answer.html;
  const marks = answer.remarks.map(({ step }) => Object.assign(document.createElement("option"), { value: step }));
  document.getElementById("marks").replaceChildren(...marks);
}

document.getElementById("review").addEventListener("click", (event) => {
  if (event.target.closest("#ask-review")) review();
  const link = event.target.closest("[data-step]");
  if (!link) return;
  event.preventDefault();
  go(Number(link.dataset.step), link.dataset.seat);
});
