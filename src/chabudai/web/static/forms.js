// Sends the forms with `data-inline` in the background, so that a refusal, such as that of a name, appears where it was
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
