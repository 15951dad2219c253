// The client of a live table: shows the updates from the server, and sends the person's commands (docs/protocol.md).

import { setTime } from "./clock.js";
import { finishAnimations } from "./motion.js";
import { forget, joined } from "./fragments.js";
import { reload, resumedFrom } from "./focus.js";
import { forgetNews, speak, tell } from "./news.js";
import { settings } from "./settings.js";
import { announce } from "./notices.js";
import { say, showOverlays } from "./overlays.js";
import { noPress } from "./press.js";
import { signal } from "./signal.js";
import { swap } from "./swap.js";

const table = document.getElementById("table");
const byId = (id) => document.getElementById(id);

const SCORING = ".steps > input:checked + .step:not(.result)"; // a final scoring still being stepped through

const unanswered = new Map(); // commands by id, in order; resent after a reconnect
let socket = null;
let tries = 0;
let reconnectTimer;
let pending = null; // received but not shown yet
let showing = false;
let toastTimer; // clears the toast
let rematch = ""; // the address of the table of the rematch
let seat; // that of the player who has a shared device now
let [shown, chosen] = [Number(table.dataset.seq), 0]; // log entries: the latest shown, and that of the last choice
let received = Number(resumedFrom ?? shown); // the latest log entry whose news have been received

// ---- The connection

function connect() {
  clearTimeout(reconnectTimer); // one connection at a time, even if the network comes back early
  const address = new URL(`/table/${table.dataset.table}/live?form=html&since=${received}`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  socket = new WebSocket(address);
  socket.onopen = () => {
    tries = 0;
    forget();
    for (const command of unanswered.values()) socket.send(JSON.stringify(command));
  };
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    receive(message.sections ? { ...message, sections: joined(message.sections) } : message);
  };
  socket.onclose = () => {
    if (table.dataset.status === "closed") return;
    if (!("lost" in table.dataset)) speak(byId("lost").textContent);
    table.dataset.lost = "";
    reconnectTimer = setTimeout(connect, Math.min(15000, 400 * 2 ** tries++) * (0.5 + Math.random() / 2));
  };
}

// crypto.randomUUID needs TLS, which a page opened at a local network address does not have.
const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16)).join("-");

// Send a command; when it is done, go to the address `leaveTo`, if given.
export function send(command, leaveTo = "") {
  finishAnimations();
  const sent = { id: newId(), ...command };
  unanswered.set(sent.id, sent);
  if (leaveTo) leaving.set(sent.id, leaveTo);
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(sent));
}

const leaving = new Map(); // addresses to go to when a command is done, by its id

function receive(message) {
  switch (message.t) {
    case "sections":
      // Only changes and news are sent, so keep pending ones; for everything else the latest value counts.
      pending = {
        ...message,
        sections: { ...pending?.sections, ...message.sections },
        news: [...(pending?.news ?? []), ...(message.news ?? [])],
      };
      received = message.seq;
      if (message.now) setTime(message.now); // sent with every countdown
      signal(message, table); // first: it compares with what the page still shows
      show();
      break;
    case "done":
      if (unanswered.get(message.id)?.do === "choose") chosen = message.seq;
      document.dispatchEvent(new CustomEvent("done", { detail: unanswered.get(message.id)?.do }));
      unanswered.delete(message.id);
      if (leaving.has(message.id)) location.href = leaving.get(message.id);
      break;
    case "refused":
      unanswered.delete(message.id);
      toast(message.why);
      break;
    case "chat":
      document.dispatchEvent(new CustomEvent("chat", { detail: message.lines }));
      break;
    case "announced":
      announce(message.lines);
      break;
    case "moved":
      rematch = message.to;
      // Do not interrupt the scoring: the rematch button leads to the new table too.
      if (table.querySelector(SCORING)) toast(say("PlayOn"));
      else location.href = rematch;
      break;
    case "closed":
      table.dataset.status = "closed";
      table.dataset.lost = ""; // permanently
      byId("lost").textContent = message.why;
      speak(message.why);
  }
}

// ---- Showing the table

async function show() {
  if (showing) return;
  showing = true;
  while (pending) {
    await noPress();
    const message = pending;
    pending = null;
    await swap(message.sections, () => updateRest(message), !message.curtain);
  }
  showing = false;
}

// Update what belongs to the table but is not a section of it.
function updateRest({ seq, news, title, turn, curtain, ask, status, mine }) {
  // Taking a seat, or transferring it to another device, changes the page.
  if (String(mine.length > 0) !== table.dataset.seated) return reload(shown);
  shown = seq;
  if (socket.readyState === WebSocket.OPEN) delete table.dataset.lost; // only now is the page up to date
  if (mine.length > 1 && !turn && table.hasAttribute("data-turn")) forgetNews(); // it was that of one player
  if (mine.length < 2 || !mine.includes(seat)) seat = undefined; // no longer shared, or not with this seat
  document.title = turn ? `● ${title}` : title;
  document.querySelector("link[rel=icon]").href = turn ? table.dataset.iconTurn : table.dataset.icon;
  table.dataset.status = status;
  table.toggleAttribute("data-turn", turn);
  showOverlays(curtain, ask);
  tell(news);
}

export function toast(text) {
  clearTimeout(toastTimer);
  byId("toast").textContent = text;
  toastTimer = setTimeout(() => (byId("toast").textContent = ""), 5000);
}

// ---- Actions of the person

function choose(choice) {
  if (choice.getAttribute("aria-disabled") === "true") return choice.focus(); // shows the reason
  if (settings.confirm && !choice.classList.contains("selected")) {
    document.querySelector(".selected")?.classList.remove("selected");
    choice.classList.add("selected");
    return toast(say("Again"));
  }
  const alreadyChosen = shown < chosen || [...unanswered.values()].some((command) => command.do === "choose");
  if (alreadyChosen) return; // a double click chooses once
  send({ do: "choose", action: Number(choice.dataset.action), seat, seq: shown });
}

document.addEventListener("click", (event) => {
  const choice = event.target.closest("[data-action]");
  const command = event.target.closest("button[data-do]");
  if (choice) choose(choice);
  else if (command?.dataset.do === "reveal") {
    seat = Number(byId("curtain").dataset.seat);
    send({ do: "reveal", seat });
  } else if (command?.dataset.do === "rematch" && rematch) location.href = rematch;
  else if (command?.dataset.do === "seen") send({ do: "seen", seq: shown });
  else if (command) sendButton(command);
  else if (event.target.closest(".mat") && !event.target.closest("button") && table.querySelector("[data-do=seen]")) send({ do: "seen", seq: shown });
});

// Send the command of a button; its value is a seat, if it has one.
function sendButton(button) {
  if (!confirmed(button)) return;
  send({ do: button.dataset.do, ...(button.value && { seat: Number(button.value) }) }, button.dataset.then);
}

// If a command cannot be undone, the first click shows a question, and the second click confirms.
function confirmed(button) {
  const { sure: question, label } = button.dataset;
  if (!question) return true;
  if (label !== undefined) return resetLabel(button);
  button.dataset.label = button.textContent;
  button.textContent = question;
  return false;
}

function resetLabel(button) {
  button.textContent = button.dataset.label;
  return delete button.dataset.label;
}

// Closing a dialog forgets the first click. This event does not bubble.
document.addEventListener("toggle", ({ target }) => target.querySelectorAll("[data-label]").forEach(resetLabel), true);

const TEXT_FIELDS = ["text", "name", "level", "pace"]; // the values of all other fields are JSON

function sendForm(form, submitter) {
  const fields = [...new FormData(form, submitter)].map(([name, value]) => [
    name,
    TEXT_FIELDS.includes(name) ? value : JSON.parse(value),
  ]);
  const { level, ...others } = Object.fromEntries(fields);
  send({ do: form.dataset.do, ...others, ...(level === "open" ? { open: true } : level && { level }) });
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-do]")) return;
  event.preventDefault();
  if (event.submitter && !confirmed(event.submitter)) return;
  sendForm(event.target, event.submitter);
  if (event.target.dataset.do === "chat") event.target.reset();
  if ("closes" in event.target.dataset) event.target.closest("[popover]").hidePopover();
});
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-at-once]");
  if (form) sendForm(form);
});
addEventListener("online", () => socket.readyState === WebSocket.CLOSED && connect());

connect();
table.inert = false;
