// The dialogs of a table: settings, chat, and links for friends and other devices.

import { send, toast } from "./client.js";
import { set, settings } from "./settings.js";

const table = document.getElementById("table");
const part = (id) => document.getElementById(id);

// ---- Settings: fields in the dialog, and toggle buttons elsewhere for some of them

function reflect() {
  for (const field of document.querySelectorAll("[data-setting]"))
    field[field.type === "checkbox" ? "checked" : "value"] = settings[field.dataset.setting];
  for (const button of document.querySelectorAll("[data-toggle]"))
    button.setAttribute("aria-pressed", settings[button.dataset.toggle]);
  part("chat").toggleAttribute("data-mute", settings.mute);
}

async function change(name, value) {
  if (name === "notify" && value && (await window.Notification?.requestPermission()) !== "granted") {
    toast(table.dataset.sayNoNotify);
    value = false;
  }
  if (name === "forced") send({ do: "set", forced: value });
  set(name, value);
}

document.addEventListener("setting", reflect);
document.addEventListener("change", ({ target }) => {
  if (target.dataset.setting) change(target.dataset.setting, target.type === "checkbox" ? target.checked : target.value);
});
document.addEventListener("click", ({ target }) => {
  const name = target.closest("[data-toggle]")?.dataset.toggle;
  if (name) change(name, !settings[name]);
});
reflect();
if (!settings.forced) send({ do: "set", forced: false }); // the table's default is on

// Reload the host's settings on opening: seats may have changed, or another device of the host may have set something.
part("host")?.addEventListener("toggle", async ({ newState }) => {
  if (newState !== "open") return;
  const page = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  const fresh = page?.ok && new DOMParser().parseFromString(await page.text(), "text/html").getElementById("host");
  if (fresh) part("host").replaceChildren(...fresh.childNodes);
});

// ---- Chat

let newest = -1; // lines are resent after a reconnect

document.addEventListener("chat", ({ detail: lines }) => {
  for (const { seq, seat, name, text } of lines.filter((line) => line.seq > newest)) {
    newest = seq;
    const line = document.createElement("li");
    const who = document.createElement("b");
    who.textContent = name;
    if (seat !== null) who.dataset.seat = seat;
    line.append(who, " ", text);
    part("lines").append(line);
    line.scrollIntoView({ block: "nearest" });
    if (!settings.mute && !part("chat").matches(":popover-open")) document.querySelector("[popovertarget=chat]").dataset.unread = "";
  }
});
part("chat").addEventListener("toggle", () => delete document.querySelector("[popovertarget=chat]").dataset.unread);

// ---- Links

function showLink(section, { link, qr, links = [], can_listen: canListen = false }) {
  const place = section.querySelector(".links");
  place.innerHTML = qr;
  for (const address of new Set([link, ...links])) {
    const field = Object.assign(document.createElement("input"), { readOnly: true, value: address });
    field.setAttribute("aria-label", table.dataset.sayCopy);
    const button = Object.assign(document.createElement("button"), { className: "btn", textContent: table.dataset.sayCopy });
    button.onclick = async () => {
      field.select();
      // Without TLS there may be no clipboard: then the link is at least selected.
      await navigator.clipboard?.writeText(address).then(() => toast(table.dataset.sayCopied));
    };
    place.append(field, button);
  }
  const listen = section.querySelector(".listen");
  if (listen) listen.hidden = !canListen;
}

async function fetchLink(section, address, method = "GET") {
  const answer = await fetch(address, { method, headers: { Accept: "application/json" } }).catch(() => null);
  const body = await answer?.json().catch(() => null);
  if (answer?.ok && body) showLink(section, body);
  else toast(body?.why ?? table.dataset.sayCannot);
}

const forFriends = document.querySelector("[data-get]");
part("invite").addEventListener("toggle", ({ newState }) => {
  if (newState === "open") fetchLink(forFriends, forFriends.dataset.get);
});
part("invite").addEventListener("click", async ({ target }) => {
  const asked = target.closest("[data-ask]");
  if (asked?.dataset.ask === "listen") {
    const answer = await fetch("/listen", { method: "POST", headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok) toast((await answer?.json().catch(() => null))?.why ?? table.dataset.sayCannot);
    fetchLink(forFriends, forFriends.dataset.get);
  } else if (asked) {
    const section = asked.closest("[data-post]");
    fetchLink(section, section.dataset.post, "POST");
  }
});
