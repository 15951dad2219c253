// A table that is played at: shows what the server sends, and sends what the person does (docs/protocol.md).

import { hurry } from "./motion.js";
import { forget, joined } from "./pieces.js";
import { settings } from "./settings.js";
import { signal } from "./signal.js";
import { swap } from "./swap.js";

const table = document.getElementById("table");
const say = (id, name = "") => table.dataset[`say${id}`].replace("{name}", () => name); // as it is, though it may hold a $&
const part = (id) => document.getElementById(id);

const COUNTING = ".steps > input:checked + .step:not(.result)"; // a final scoring that is still looked through

const unanswered = new Map(); // commands by id, in the order in which they were given
let socket = null;
let tries = 0;
let again; // when to connect next
let news = null; // what has come and is not shown yet
let showing = false;
let silence; // when what was said last is taken away
let next = ""; // the table where the same people play again
let seat; // whose device it is now, where one is passed round
let [shown, chosen] = [Number(table.dataset.seq), 0]; // the entry of the log that the page shows, and the one that the last choice made

// ---- The connection

function connect() {
  clearTimeout(again); // one connection at a time: whoever was told that the network is back need not wait
  const address = new URL(`/table/${table.dataset.table}/live?form=html`, location.href);
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
    table.dataset.lost = "";
    again = setTimeout(connect, Math.min(15000, 400 * 2 ** tries++) * (0.5 + Math.random() / 2));
  };
}

// Not crypto.randomUUID: there is none where a friend opens the page by the address of a machine in the network.
const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16)).join("-");

export function send(command, then = "") {
  hurry();
  const whole = { id: newId(), ...command };
  unanswered.set(whole.id, whole);
  if (then) leaving.set(whole.id, then);
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(whole));
}

const leaving = new Map(); // where to go once a command is carried out

function receive(message) {
  switch (message.t) {
    case "sections":
      // Only changed sections come, so what was not shown yet is kept; of everything else the newest counts.
      news = { ...message, sections: { ...news?.sections, ...message.sections } };
      signal(message, table); // before: it looks at what the page shows so far
      show();
      break;
    case "done":
      if (unanswered.get(message.id)?.do === "choose") chosen = message.seq;
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
    case "moved":
      next = message.to;
      if (table.querySelector(COUNTING)) toast(say("PlayOn")); // in peace: the button leads there too
      else location.href = next;
      break;
    case "closed":
      table.dataset.status = "closed";
      table.dataset.lost = ""; // and it stays so
      part("lost").textContent = message.why;
  }
}

// ---- What is shown

async function show() {
  if (showing) return;
  showing = true;
  while (news) {
    const now = news;
    news = null;
    await swap(now.sections, () => around(now), !now.curtain);
  }
  showing = false;
}

// All that changes with the table but is no section of it.
function around({ seq, title, turn, curtain, ask, status, mine }) {
  shown = seq;
  if (socket.readyState === WebSocket.OPEN) delete table.dataset.lost; // only now: until here the page was out of date
  // Whoever sits down, or has moved their seat to another device, gets another page.
  if (String(mine.length > 0) !== table.dataset.seated) return location.reload();
  if (mine.length < 2 || !mine.includes(seat)) seat = undefined; // not passed round any more, or not with this seat
  document.title = turn ? `● ${title}` : title;
  document.querySelector("link[rel=icon]").href = turn ? table.dataset.iconTurn : table.dataset.icon;
  table.dataset.status = status;
  table.toggleAttribute("data-turn", turn);
  part("curtain").dataset.seat = curtain?.seat ?? "";
  part("curtain-name").textContent = curtain ? say("PassTo", curtain.name) : "";
  part("ask-what").textContent = ask ? say("AsksUndo", ask.name) : "";
  open(part("curtain"), curtain);
  open(part("ask"), ask);
}

// A dialog stays until what it asks is answered, though Escape closes it.
function open(dialog, wanted) {
  dialog.onclose = () => wanted && dialog.showModal();
  if (wanted && !dialog.open) dialog.showModal();
  else if (!wanted) dialog.close();
}

export function toast(text) {
  clearTimeout(silence);
  part("toast").textContent = text;
  silence = setTimeout(() => (part("toast").textContent = ""), 5000);
}

// ---- What the person does

function choose(thing) {
  if (thing.getAttribute("aria-disabled") === "true") return thing.focus(); // which shows the reason
  if (settings.confirm && !thing.classList.contains("selected")) {
    document.querySelector(".selected")?.classList.remove("selected");
    thing.classList.add("selected");
    return toast(say("Again"));
  }
  const choosing = shown < chosen || [...unanswered.values()].some((command) => command.do === "choose");
  if (choosing) return; // a double click is one choice
  send({ do: "choose", action: Number(thing.dataset.action), seat, seq: shown });
}

document.addEventListener("click", (event) => {
  const thing = event.target.closest("[data-action]");
  const order = event.target.closest("button[data-do]");
  if (thing) choose(thing);
  else if (order?.dataset.do === "reveal") send({ do: "reveal", seat: (seat = Number(part("curtain").dataset.seat)) });
  else if (order?.dataset.do === "rematch" && next) location.href = next;
  else if (order?.dataset.do === "seen") send({ do: "seen", seq: shown });
  else if (order && sure(order)) send({ do: order.dataset.do }, order.dataset.then);
  else if (event.target.closest(".mat") && table.querySelector("[data-do=seen]")) send({ do: "seen", seq: shown });
});

// What cannot be undone is done by the second click: the first one asks.
function sure(button) {
  const { sure: question } = button.dataset;
  if (!question) return true;
  button.textContent = question;
  delete button.dataset.sure;
  return false;
}

const AS_TEXT = ["text", "name", "level", "pace"];

function sendForm(form, submitter) {
  const fields = [...new FormData(form, submitter)].map(([name, value]) => [
    name,
    AS_TEXT.includes(name) ? value : JSON.parse(value),
  ]);
  const { level, ...others } = Object.fromEntries(fields);
  send({ do: form.dataset.do, ...others, ...(level === "open" ? { open: true } : level && { level }) });
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-do]")) return;
  event.preventDefault();
  sendForm(event.target, event.submitter);
  if (event.target.dataset.do === "chat") event.target.reset();
});
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-at-once]");
  if (form) sendForm(form);
});
addEventListener("online", () => socket.readyState === WebSocket.CLOSED && connect());

connect();
