// The dialogs that cover the table until they are answered: the curtain of a shared device, and votes.

const byId = (id) => document.getElementById(id);
const table = byId("table");

// Return a sentence of the client, with its values filled in.
export const say = (id, values = {}) => table.dataset[`say${id}`].replace(/\{(\w+)\}/g, (_, name) => values[name]);

const QUESTIONS = {
  undo: (ask) => say("AsksUndo", ask),
  seat: (ask) => say("AsksSeat", ask),
  remove: (ask) => say("AsksRemove", ask),
};

export function showOverlays(curtain, ask) {
  byId("curtain").dataset.seat = curtain?.seat ?? "";
  byId("curtain-name").textContent = curtain ? say("PassTo", curtain) : "";
  byId("ask-what").textContent = ask ? QUESTIONS[ask.kind](ask) : "";
  byId("ask").querySelector("[name=vote]").value = ask?.vote ?? "";
  setOpen(byId("curtain"), curtain);
  setOpen(byId("ask"), ask);
}

// Open or close a dialog. If Escape closes one that is still needed, open it again: it must be answered.
function setOpen(dialog, needed) {
  dialog.onclose = () => needed && dialog.showModal();
  if (needed && !dialog.open) dialog.showModal();
  else if (!needed) dialog.close();
}
