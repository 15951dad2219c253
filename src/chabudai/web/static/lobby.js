// The forms of the lobby: disables the fields that do not apply to the player count, and sends corrected card data.

function adapt(form) {
  const players = form.elements.players.value;
  for (const fieldset of form.querySelectorAll("fieldset[data-players]"))
    fieldset.disabled = !fieldset.dataset.players.split(" ").includes(players);
  for (const fieldset of form.querySelectorAll("fieldset[data-option]"))
    fieldset.disabled ||= form.elements[fieldset.dataset.option].value !== "true";
}

for (const form of document.querySelectorAll(".set form")) {
  adapt(form);
  form.addEventListener("change", () => adapt(form));
  const box = form.elements.data;
  const kept = box && localStorage.getItem(`chabudai.data.${form.elements.game.value}`);
  if (box) box.checked = Boolean(kept);
  if (!kept) continue;
  box.value = JSON.stringify(JSON.parse(kept).data);
  box.closest("label").hidden = false;
}
