// Tells screen readers what happens at the table, and what the page newly says. Each sentence is a new line of a live
// region and never changes, so none is lost, however fast they come. While nobody could hear them, they wait: a modal
// dialog hides the region, and a page in the background is silent.

const KEPT = 60; // lines that stay when others come

const table = document.getElementById("table");
const region = document.getElementById("news");
let waiting = [];
let latest = []; // the news of the last step
let lately = []; // the last sentences of the news
let said = new Set(); // what the page said when it was last drawn

export function speak(...sentences) {
  waiting.push(...sentences);
  if (document.hidden || document.querySelector("dialog:modal")) return;
  while (region.children.length > KEPT) region.firstChild.remove();
  region.append(...waiting.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
  waiting = [];
}

// Tell the news of an update of the table, and then what the page newly says.
export function tell(news = []) {
  if (news.length) latest = news.filter(({ seq }) => seq === news.at(-1).seq);
  const sentences = news.map(({ text }) => text);
  lately = [...lately, ...sentences].slice(-KEPT);
  speak(...sentences);
  speakPage(news.length > 0);
}

// Speak everything marked with `data-speak` that was neither on the page before nor in the news. With `again`, repeat
// what the person is asked, since it is about a new position, and the step of the scoring.
function speakPage(again = false) {
  const spoken = [...table.querySelectorAll("[data-speak]")].filter(isShown);
  const wasSaid = (text) => said.has(text) || lately.includes(text);
  const isNew = (element) => (again && element.matches(".asked .what, .step *")) || !wasSaid(sentence(element));
  speak(...spoken.filter(isNew).map(sentence));
  said = new Set(spoken.map(sentence));
}

// A panel may be on another tab of a small screen, but its warnings concern everybody.
const isShown = (element) => element.closest(".panel") || element.checkVisibility({ visibilityProperty: true });

const sentence = (element) => element.dataset.speak || element.textContent;

// Forget all lines: on a shared device, they are meant for the player who had it.
export function forgetNews() {
  region.replaceChildren();
  waiting = [];
}

// The plates of the seats that acted in the last step.
export function actors() {
  const seats = latest.map(({ seat }) => seat).filter((seat) => seat !== undefined);
  return seats.map((seat) => table.querySelector(`.seat[data-vt="seat-${seat}"]`));
}

document.addEventListener("visibilitychange", () => speak());
document.addEventListener("close", () => speak(), true); // this event does not bubble
document.addEventListener("change", ({ target }) => target.matches(".steps > input") && speakPage(true)); // the next step
