// The chat beside the table: its lines, quick reactions, a preview while it is closed, and people whom the player mutes.

import { send } from "./client.js";
import { settings } from "./settings.js";

const PREVIEW = 7000; // milliseconds
const TABLES = 50; // with muted people; older ones are forgotten
const KEY = "chabudai.muted";
const WIDE = "(min-width: 1141px)"; // there the chat has its own place, on smaller screens it is a sheet

const table = document.getElementById("table");
const byId = (id) => document.getElementById(id);
const [chat, lines, button, preview] = ["chat", "lines", "chat-button", "preview"].map(byId);

let newest = -1; // the log entry of the latest line: lines are resent after a reconnect
let previewTimer;
const loaded = Number(table.dataset.seq); // older lines are not news
const writers = new Map(); // the number of the last person who has written from a seat

// ---- Opening and closing

const isOpen = () => "open" in chat.dataset;

function setOpen(open) {
  chat.toggleAttribute("data-open", open);
  button.setAttribute("aria-expanded", open);
  if (!open) return;
  delete button.dataset.unread;
  preview.replaceChildren();
  lines.scrollTop = lines.scrollHeight;
}

button.addEventListener("click", () => {
  setOpen(!isOpen());
  // On a phone the keyboard would cover the hand.
  if (isOpen() && matchMedia("(pointer: fine)").matches) chat.querySelector("input").focus();
});
byId("chat-close").addEventListener("click", () => {
  setOpen(false);
  button.focus();
});
chat.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  setOpen(false);
  button.focus();
});
// Among people, the chat is open where it has room of its own.
const hasOthers = () => table.dataset.status === "open" || table.querySelector("[data-report], [data-remove]");
if (matchMedia(WIDE).matches && hasOthers()) setOpen(true);

// ---- Lines

document.addEventListener("chat", ({ detail }) => {
  for (const line of detail.filter(({ seq }) => seq > newest)) {
    newest = line.seq;
    if (line.seat !== null) writers.set(line.seat, line.writer);
    const shown = draw(line);
    lines.append(shown);
    if (!shown.hidden && !settings.mute && !isOpen()) {
      button.dataset.unread = "";
      if (line.seq > loaded && !line.you) showPreview(line);
    }
  }
  lines.scrollTop = lines.scrollHeight;
});

function draw({ seat, name, text, you, writer }) {
  const line = document.createElement("li");
  const author = document.createElement(you ? "b" : "button");
  author.textContent = name;
  author.className = "author";
  if (!you) Object.assign(author, { type: "button" }).dataset.writer = writer;
  if (seat !== null) author.dataset.seat = seat;
  line.dataset.by = writer;
  line.hidden = !you && isMuted(writer);
  line.append(author, " ", text);
  return line;
}

function showPreview({ name, text }) {
  const heard = Object.assign(document.createElement("button"), { type: "button" });
  heard.textContent = table.dataset.saySays.replace("{name}", () => name).replace("{text}", () => text);
  heard.onclick = () => setOpen(true);
  preview.replaceChildren(heard);
  clearTimeout(previewTimer);
  previewTimer = setTimeout(() => preview.replaceChildren(), PREVIEW);
}

chat.addEventListener("click", ({ target }) => {
  const reaction = target.closest("[data-react]")?.dataset.react;
  if (reaction) send({ do: "chat", reaction });
});

// ---- People whom the player mutes, at this table only: people have other numbers at other tables

export const chatWriter = (seat) => writers.get(seat);
export const isMuted = (writer) => String(writer) in (readMuted()[table.dataset.table] ?? {});

// Mute a person, or unmute them; the name is for the button that unmutes them.
export function mute(writer, name, on) {
  const { [table.dataset.table]: here = {}, ...others } = readMuted();
  if (on) here[writer] = name;
  else delete here[writer];
  const latest = Object.entries({ ...others, [table.dataset.table]: here }).slice(-TABLES);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest)));
  for (const line of lines.querySelectorAll(`[data-by="${writer}"]`)) line.hidden = on;
  if (on) preview.replaceChildren();
  showMuted();
}

function readMuted() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function showMuted() {
  const buttons = Object.entries(readMuted()[table.dataset.table] ?? {}).map(([writer, name]) => {
    const unmute = Object.assign(document.createElement("button"), { type: "button", className: "btn" });
    unmute.textContent = table.dataset.sayUnmute.replace("{name}", () => name);
    unmute.onclick = () => mute(writer, name, false);
    return unmute;
  });
  byId("muted").replaceChildren(...buttons);
}

showMuted();
