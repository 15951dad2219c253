// The forms of the lobby: disables the fields that do not apply to the player count.

function adapt(form) {
  const players = form.elements.players.value;
  for (const fieldset of form.querySelectorAll("fieldset[data-players]"))
    fieldset.disabled = !fieldset.dataset.players.split(" ").includes(players);
}

for (const form of document.querySelectorAll(".set form")) {
  adapt(form);
  form.addEventListener("change", () => adapt(form));
}
