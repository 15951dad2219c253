// The form for card data of one's own: checks it with the server, keeps it in this browser, and opens and saves files.

const form = document.getElementById("card-data");
const store = `chabudai.data.${form.dataset.game}`;
const status = form.querySelector("[data-status]");

function fill(rows) {
  for (const input of form.querySelectorAll("[data-own]")) input.value = input.dataset.own;
  for (const [key, values] of Object.entries(rows))
    values.forEach((value, column) => (form.elements[`${key} ${column}`].value = value));
}

function refuse(refused) {
  for (const place of form.querySelectorAll("[data-row]")) {
    place.textContent = refused[place.dataset.row] ?? "";
    place.hidden = !place.textContent;
  }
  form.querySelector("[data-row]:not([hidden])")?.scrollIntoView({ block: "center" });
}

async function check(body) {
  const options = { method: "POST", body, headers: { Accept: "application/json" } };
  const response = await fetch(form.getAttribute("action"), options).catch(() => null);
  const reply = await response?.json().catch(() => null);
  status.textContent = "";
  refuse(reply?.refused ?? (reply?.why ? { "": reply.why } : {}));
  return reply?.data ? reply : null;
}

function keep(reply) {
  const changed = Object.keys(reply.data).length > 0;
  if (changed) localStorage.setItem(store, JSON.stringify(reply));
  else localStorage.removeItem(store);
  status.textContent = changed ? form.dataset.saved : form.dataset.none;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const reply = await check(new URLSearchParams(new FormData(form)));
  if (reply) keep(reply);
});

form.addEventListener("click", async ({ target }) => {
  if (target.dataset.do === "reset") {
    fill({});
    const reply = await check(new URLSearchParams(new FormData(form)));
    if (reply) keep(reply);
  }
  if (target.dataset.do === "download") {
    const reply = await check(new URLSearchParams(new FormData(form)));
    if (!reply) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([reply.file], { type: "text/plain" }));
    link.download = `${form.dataset.game}.toml`;
    link.click();
  }
});

form.addEventListener("change", async ({ target }) => {
  if (target.dataset.do !== "open" || !target.files.length) return;
  const reply = await check(new URLSearchParams({ file: await target.files[0].text() }));
  target.value = "";
  if (!reply) return;
  fill(reply.rows);
  keep(reply);
});

const kept = localStorage.getItem(store);
if (kept) fill(JSON.parse(kept).rows);
