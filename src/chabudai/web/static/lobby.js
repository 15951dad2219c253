// The forms of the lobby: what does not go with the number of players is put out of the way.

function fit(form) {
  const players = form.elements.players.value;
  for (const part of form.querySelectorAll("fieldset[data-players]"))
    part.disabled = !part.dataset.players.split(" ").includes(players);
}

for (const form of document.querySelectorAll(".set form")) {
  fit(form);
  form.addEventListener("change", () => fit(form));
}
