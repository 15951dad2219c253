// Sorts the player's own hand: by suit, by number, or by dragging. Only where the rules leave the order free; the
// server does not know the order.

import { set, settings } from "./settings.js";

const HANDS = "[data-sortable]";
const DRAG = 8; // pixels; a smaller movement is a click

const table = document.getElementById("table");
let ownOrder = []; // card ids in the order of the last drag

const id = (item) => item.querySelector("[data-card]")?.dataset.card ?? "";

const compare = {
  suit: (a, b) => a.suit.localeCompare(b.suit) || a.number - b.number,
  number: (a, b) => a.number - b.number || a.suit.localeCompare(b.suit),
  own: (a, b) => a.place - b.place,
};

function sortKeys(item) {
  const { suit = "", index = "" } = item.querySelector("[data-card]")?.dataset ?? {};
  const place = ownOrder.indexOf(id(item));
  return { item, suit, number: parseInt(index) || 0, place: place < 0 ? Infinity : place };
}

function arrange() {
  if (!compare[settings.sort]) return;
  for (const hand of table.querySelectorAll(HANDS)) {
    const items = [...hand.children].map(sortKeys).sort(compare[settings.sort]);
    // Moving an element drops the focus, so move nothing if the order is right.
    if (items.some(({ item }, place) => hand.children[place] !== item)) hand.append(...items.map(({ item }) => item));
  }
}

document.addEventListener("shown", arrange);
document.addEventListener("setting", ({ detail: { name } }) => name === "sort" && arrange());

// ---- Dragging

table.addEventListener("pointerdown", (down) => {
  const hand = down.target.closest(HANDS);
  const item = hand && [...hand.children].find((child) => child.contains(down.target));
  if (!item || down.button) return;
  const drag = new AbortController();
  const signal = drag.signal;
  let dragged = false;
  const move = (event) => {
    dragged ||= Math.abs(event.clientX - down.clientX) > DRAG;
    if (dragged) item.style.translate = `${event.clientX - down.clientX}px`;
  };
  const reset = () => {
    drag.abort();
    item.style.translate = "";
  };
  const drop = (event) => {
    reset();
    if (!dragged) return;
    // Swallow the click that follows a drop, if there is one, but no later click.
    const clickGuard = new AbortController();
    const options = { capture: true, signal: clickGuard.signal };
    document.addEventListener("click", (click) => click.stopPropagation(), options);
    setTimeout(() => clickGuard.abort());
    dropAt(hand, item, event.clientX);
  };
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", drop, { signal });
  addEventListener("pointercancel", reset, { signal }); // the page scrolls instead
});

// Put a card before the first one whose middle is further right.
function dropAt(hand, item, x) {
  const others = [...hand.children].filter((child) => child !== item);
  const middle = (child) => child.getBoundingClientRect().left + child.getBoundingClientRect().width / 2;
  hand.insertBefore(item, others.find((child) => middle(child) > x) ?? null);
  ownOrder = [...hand.children].map(id);
  set("sort", "own");
}
