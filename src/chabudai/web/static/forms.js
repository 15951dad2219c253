// What forms and lists of all pages need. Sends the forms with `data-inline` in the background, so that a refusal, such as that of a name, appears where it was
// entered. Without this script it is a page of its own.

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("[data-inline]")) return;
  event.preventDefault();
  if (form.ariaBusy === "true") return; // a double click sends once
  form.ariaBusy = "true";
  const body = new URLSearchParams(new FormData(form, submitter));
  const options = { method: "POST", body, headers: { Accept: "application/json" } };
  const response = await fetch(form.getAttribute("action"), options).catch(() => null);
  const reply = await response?.json().catch(() => null);
  if (reply?.address) return location.assign(reply.address);
  form.ariaBusy = "false";
  if (reply?.why) return showRefusal(form, reply.why);
  delete form.dataset.inline; // the browser itself says what went wrong
  form.requestSubmit(submitter);
});

// The browser may show this page again as it was.
addEventListener("pageshow", () => document.querySelectorAll("[data-inline]").forEach((form) => (form.ariaBusy = "false")));

function showRefusal(form, why) {
  const place = form.querySelector(".refused");
  place.textContent = why;
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
  form.querySelector("[name=name]")?.focus();
}

// Light or dark is applied at once; the server stores it for the next page.
document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!form.matches(".themes") || !submitter) return;
  event.preventDefault();
  const { value } = submitter;
  const options = { method: "POST", body: new URLSearchParams({ theme: value }), headers: { Accept: "application/json" } };
  const response = await fetch(form.getAttribute("action"), options).catch(() => null);
  if (!response?.ok) return form.submit();
  if (value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
  for (const button of document.querySelectorAll(".themes button")) button.setAttribute("aria-pressed", button.value === value);
});

// Times in the words and the time zone of this device.
for (const time of document.querySelectorAll("time[data-local]")) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  time.textContent = format.format(new Date(time.dateTime));
}
