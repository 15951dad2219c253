// Keeps the focus in the game, so that keyboard players need not start over. If what had it is gone, it goes to the
// prompt and, when the person must choose again, to a choice, in the hand if there is one. If the person has put it
// elsewhere, it stays there.

const LEGAL = "[data-action]:not([aria-disabled='true'])";
const FOCUSABLE = "a, button, input, select, summary, [tabindex]";
const KEY = "chabudai-resume";

const table = document.getElementById("table");
const prompt = document.getElementById("s-prompt");

const isLost = () => [null, document.body].includes(document.activeElement);

// Return what identifies the focused element in its section, if it is in one.
export function rememberFocus() {
  const element = document.activeElement;
  const section = element?.closest("[id^='s-']");
  if (!section || element === prompt) return null;
  const { action, vt, own, remove, report = remove ?? own, do: command } = element.dataset;
  const selector = report ? `:is([data-own="${report}"], [data-remove="${report}"], [data-report="${report}"])` : vt ? `[data-vt="${vt}"]` : command ? `[data-do="${command}"]` : `[data-action="${action}"]`;
  return { section: section.id, selector: element.id ? `#${CSS.escape(element.id)}` : selector };
}

// Focus the same element again, or the game if it is gone.
export function restoreFocus(focus) {
  if (document.activeElement === prompt) return focusGame();
  if (!focus || !isLost()) return;
  const same = (root) => [...(root?.querySelectorAll(focus.selector) ?? [])].find((element) => element.matches(FOCUSABLE));
  (same(document.getElementById(focus.section)) ?? same(document))?.focus({ preventScroll: true });
  if (isLost()) focusGame();
}

// Focus what the person should do next: continue, choose, or step through the scoring; otherwise the prompt.
export function focusGame() {
  for (const selector of ["[data-do=seen]", `#s-hand ${LEGAL}`, LEGAL, ".steps > input:checked", "#s-prompt"])
    for (const element of table.querySelectorAll(selector)) {
      element.focus({ preventScroll: true });
      if (document.activeElement === element) return;
    }
}

// ---- Dialogs: a closed one returns the focus to what opened it, unless that is gone or the person has put it elsewhere

document.addEventListener("close", () => isLost() && focusGame(), true);
document.addEventListener(
  "toggle",
  ({ target, newState }) => {
    if (newState !== "closed" || !isLost()) return;
    const openers = document.querySelectorAll(`[popovertarget="${target.id}"]:not([popovertargetaction])`);
    [...openers].find((opener) => opener.checkVisibility())?.focus({ preventScroll: true });
    if (isLost()) focusGame();
  },
  true,
);

// ---- Loading the page again, when the person sits down

// Load the page again; it continues after the log entry `seq`, with the focus in the game.
export function reload(seq) {
  try {
    sessionStorage.setItem(KEY, seq);
  } catch {
    // No storage: the page begins anew.
  }
  location.reload();
}

// Return the log entry after which this page continues, if it was loaded again.
function resumed() {
  try {
    const seq = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return seq;
  } catch {
    return null;
  }
}

export const resumedFrom = resumed();
if (resumedFrom !== null) document.addEventListener("shown", () => isLost() && focusGame(), { once: true });
