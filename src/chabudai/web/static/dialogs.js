// The dialogs of a table: settings, chat, links for friends and other devices, and the menu of another player's seat.

import { send, toast } from "./client.js";
import { set, settings } from "./settings.js";

const table = document.getElementById("table");
const byId = (id) => document.getElementById(id);

// ---- Settings: fields in the dialog, and toggle buttons elsewhere for some of them

function showSettings() {
  for (const field of document.querySelectorAll("[data-setting]"))
    field[field.type === "checkbox" ? "checked" : "value"] = settings[field.dataset.setting];
  for (const button of document.querySelectorAll("[data-toggle]"))
    button.setAttribute("aria-pressed", settings[button.dataset.toggle]);
  byId("chat").toggleAttribute("data-mute", settings.mute);
}

async function change(name, value) {
  if (name === "notify" && value && (await window.Notification?.requestPermission()) !== "granted") {
    toast(table.dataset.sayNoNotify);
    value = false;
  }
  if (name === "forced") send({ do: "set", forced: value });
  set(name, value);
}

document.addEventListener("setting", showSettings);
document.addEventListener("change", ({ target }) => {
  if (target.dataset.setting) change(target.dataset.setting, target.type === "checkbox" ? target.checked : target.value);
});
document.addEventListener("click", ({ target }) => {
  const name = target.closest("[data-toggle]")?.dataset.toggle;
  if (name) change(name, !settings[name]);
});
showSettings();
if (!settings.forced) send({ do: "set", forced: false }); // the table's default is on

// Reload the host's settings on opening: seats may have changed, or another device of the host may have set something.
byId("host")?.addEventListener("toggle", async ({ newState }) => {
  if (newState !== "open") return;
  const page = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  const newDialog = page?.ok && new DOMParser().parseFromString(await page.text(), "text/html").getElementById("host");
  if (newDialog) byId("host").replaceChildren(...newDialog.childNodes);
});

// ---- Chat

let newest = -1; // the log entry of the latest line shown: lines are resent after a reconnect

document.addEventListener("chat", ({ detail: lines }) => {
  for (const { seq, seat, name, text } of lines.filter((line) => line.seq > newest)) {
    newest = seq;
    const line = document.createElement("li");
    const author = document.createElement("b");
    author.textContent = name;
    if (seat !== null) author.dataset.seat = seat;
    line.append(author, " ", text);
    byId("lines").append(line);
    line.scrollIntoView({ block: "nearest" });
    if (!settings.mute && !byId("chat").matches(":popover-open")) document.querySelector("[popovertarget=chat]").dataset.unread = "";
  }
});
byId("chat").addEventListener("toggle", () => delete document.querySelector("[popovertarget=chat]").dataset.unread);

// ---- Links

function showLink(section, { link, qr, links = [], can_listen: canListen = false }) {
  const container = section.querySelector(".links");
  container.innerHTML = qr;
  for (const address of new Set([link, ...links])) {
    const field = Object.assign(document.createElement("input"), { readOnly: true, value: address });
    field.setAttribute("aria-label", table.dataset.sayCopy);
    const button = Object.assign(document.createElement("button"), { className: "btn", textContent: table.dataset.sayCopy });
    button.onclick = async () => {
      field.select();
      // Without TLS there may be no clipboard: then the link is at least selected.
      await navigator.clipboard?.writeText(address).then(() => toast(table.dataset.sayCopied));
    };
    container.append(field, button);
  }
  const listen = section.querySelector(".listen");
  if (listen) listen.hidden = !canListen;
}

async function fetchLink(section, address, method = "GET") {
  linkStatus = table.dataset.status;
  const response = await fetch(address, { method, headers: { Accept: "application/json" } }).catch(() => null);
  const body = await response?.json().catch(() => null);
  if (response?.ok && body) showLink(section, body);
  else toast(body?.why ?? table.dataset.sayCannot);
}

const forFriends = document.querySelector("[data-get]");
const fetchInvitation = () => fetchLink(forFriends, forFriends.dataset.get);
let linkStatus = ""; // that of the table when the invitation was fetched

byId("invite").addEventListener("toggle", ({ newState }) => newState === "open" && fetchInvitation());
// When the game begins, the link expires.
document.addEventListener("shown", () => {
  if (linkStatus && linkStatus !== table.dataset.status && byId("invite").matches(":popover-open")) fetchInvitation();
});
byId("invite").addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-ask]");
  if (button?.dataset.ask === "listen") {
    const response = await fetch("/listen", { method: "POST", headers: { Accept: "application/json" } }).catch(() => null);
    if (!response?.ok) toast((await response?.json().catch(() => null))?.why ?? table.dataset.sayCannot);
    fetchInvitation();
  } else if (button) {
    const section = button.closest("[data-post]");
    fetchLink(section, section.dataset.post, "POST");
  }
});

// ---- The menu of another player's seat

const player = byId("player");

// The button that opens the menu of a seat: `data-remove` if the person there can also be removed, or `data-report`.
function menuButton() {
  const seat = player.querySelector("[name=seat]").value;
  return table.querySelector(`:is([data-remove="${seat}"], [data-report="${seat}"])`);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-remove], [data-report]");
  if (!button) return;
  const name = button.textContent;
  const { remove, report = remove } = button.dataset;
  player.setAttribute("aria-label", name);
  player.querySelector("h2").textContent = name;
  player.querySelector("[data-do=remove]").hidden = remove === undefined;
  for (const field of player.querySelectorAll("[name=seat]")) field.value = report;
  player.showPopover();
});
// If the seat has changed meanwhile, the menu would concern somebody else.
document.addEventListener("shown", () => {
  if (player.matches(":popover-open") && menuButton()?.textContent !== player.ariaLabel) player.hidePopover();
});
// The button that opened the menu may have been redrawn: then the browser loses the focus.
player.addEventListener("toggle", ({ newState }) => {
  if (newState === "closed" && document.activeElement === document.body) menuButton()?.focus();
});

// ---- What was done

document.addEventListener("done", ({ detail: command }) => {
  if (command === "revoke") {
    toast(table.dataset.sayRevoked);
    fetchInvitation();
  }
  if (command === "report") {
    toast(table.dataset.sayReported);
    player.querySelector("[data-do=report]").reset();
  }
});
