// The dialogs of a table: settings, links for friends and other devices, and the menu of a player.

import { chatWriter, isMuted, mute } from "./chat.js";
import { send, toast } from "./client.js";
import { set, settings } from "./settings.js";
import { copy, share } from "./share.js";

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

// ---- Links

function showLink(section, { link, qr, links = [], can_listen: canListen = false }) {
  const container = section.querySelector(".links");
  container.innerHTML = qr;
  for (const address of new Set([link, ...links])) {
    const field = Object.assign(document.createElement("input"), { readOnly: true, value: address });
    field.setAttribute("aria-label", table.dataset.sayCopy);
    const button = Object.assign(document.createElement("button"), { className: "btn", textContent: table.dataset.sayCopy });
    button.type = "button";
    button.onclick = async () => {
      field.select(); // if there is no clipboard, the link is at least selected
      if (await copy(address)) toast(table.dataset.sayCopied);
    };
    container.append(field, button);
  }
  container.append(shareButton(link));
  const listen = section.querySelector(".listen");
  if (listen) listen.hidden = !canListen;
}

function shareButton(link) {
  const button = Object.assign(document.createElement("button"), { className: "btn main", type: "button", textContent: table.dataset.sayShare });
  button.dataset.share = link;
  button.onclick = async () => (await share(link)) === "copied" && toast(table.dataset.sayCopied);
  return button;
}

async function fetchLink(section, address, method = "GET") {
  linkStatus = table.dataset.status;
  const response = await fetch(address, { method, headers: { Accept: "application/json" } }).catch(() => null);
  const body = await response?.json().catch(() => null);
  if (response?.ok && body) showLink(section, body);
  else toast(body?.why ?? table.dataset.sayCannot);
}

// Invitations are shown in a dialog and, before the game, in the middle of the table.
const invitations = () => [...document.querySelectorAll("[data-get]")].filter((section) => section.checkVisibility());
const fetchInvitations = () => invitations().forEach((section) => fetchLink(section, section.dataset.get));
let linkStatus = ""; // that of the table when the invitation was fetched

byId("invite").addEventListener("toggle", ({ newState }) => newState === "open" && fetchInvitations());
// When the game begins, the link expires.
document.addEventListener("shown", () => {
  if (linkStatus && linkStatus !== table.dataset.status) fetchInvitations();
});
fetchInvitations();
document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-ask]");
  if (button?.dataset.ask === "listen") {
    const response = await fetch("/listen", { method: "POST", headers: { Accept: "application/json" } }).catch(() => null);
    if (!response?.ok) toast((await response?.json().catch(() => null))?.why ?? table.dataset.sayCannot);
    fetchInvitations();
  } else if (button) {
    const section = button.closest("[data-post]");
    fetchLink(section, section.dataset.post, "POST");
  }
});

// ---- The menu of a player: of their seat, or of their name in the chat

const player = byId("player");
const mutePerson = byId("mute-person");
const own = player.querySelector("[data-do=set]");
let writer; // the person's number in the chat, if they have written

// The button that opens the menu of a seat: `data-own` for an own seat, `data-remove` if the person there can also be
// removed, or `data-report`.
function menuButton() {
  const seat = player.querySelector("[name=seat]").value;
  return table.querySelector(`:is([data-own="${seat}"], [data-remove="${seat}"], [data-report="${seat}"])`);
}

function openMenu(name, { own: ownSeat, remove, report = remove, writer: number } = {}) {
  player.setAttribute("aria-label", name);
  player.querySelector("h2").textContent = name;
  for (const [form, shown] of [["set", ownSeat], ["remove", remove], ["report", report]])
    player.querySelector(`[data-do=${form}]`).hidden = shown === undefined;
  for (const field of player.querySelectorAll("[name=seat]")) field.value = ownSeat ?? report ?? "";
  own.reset(); // the own seat is called "you"
  writer = number ?? (report === undefined ? undefined : chatWriter(Number(report)));
  player.querySelector(".mute").hidden = writer === undefined;
  mutePerson.setAttribute("aria-pressed", writer !== undefined && isMuted(writer));
  player.showPopover();
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("#table :is([data-own], [data-remove], [data-report])");
  const author = target.closest("[data-writer]");
  if (button) openMenu(button.textContent, button.dataset);
  else if (author) {
    const { writer, seat } = author.dataset;
    const seatButton = seat && table.querySelector(`:is([data-remove="${seat}"], [data-report="${seat}"])`);
    // Somebody else may have the seat by now.
    const here = seatButton?.textContent === author.textContent ? seatButton.dataset : {};
    openMenu(author.textContent, { ...here, writer: Number(writer) });
  }
});
mutePerson.addEventListener("click", () => {
  mute(writer, player.ariaLabel, !isMuted(writer));
  mutePerson.setAttribute("aria-pressed", isMuted(writer));
});
// If the seat has changed meanwhile, the menu would concern somebody else.
document.addEventListener("shown", () => {
  const seat = player.querySelector("[name=seat]").value;
  if (seat && player.matches(":popover-open") && menuButton()?.textContent !== player.ariaLabel) player.hidePopover();
});
// The button that opened the menu may have been redrawn: then the browser loses the focus.
player.addEventListener("toggle", ({ newState }) => {
  if (newState === "closed" && document.activeElement === document.body) menuButton()?.focus();
});

// ---- What was done

document.addEventListener("done", ({ detail: command }) => {
  if (command === "revoke") {
    toast(table.dataset.sayRevoked);
    fetchInvitations();
  }
  if (command === "report") {
    toast(table.dataset.sayReported);
    player.querySelector("[data-do=report]").reset();
  }
});
