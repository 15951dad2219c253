// The own hand in the order that the person likes: by suit, by number, or as they drag it. Only where the rules leave
// the order free; the server knows nothing of it.

import { set, settings } from "./settings.js";

const HANDS = "[data-sortable]";
const FAR = 8; // a finger that moves less than this many pixels plays the card

const table = document.getElementById("table");
let placed = []; // the cards by their ids, as they were put by hand

const id = (item) => item.querySelector("[data-card]")?.dataset.card ?? "";

const compare = {
  suit: (one, other) => one.suit.localeCompare(other.suit) || one.number - other.number,
  number: (one, other) => one.number - other.number || one.suit.localeCompare(other.suit),
  own: (one, other) => one.place - other.place,
};

function told(item) {
  const { suit = "", index = "" } = item.querySelector("[data-card]")?.dataset ?? {};
  const place = placed.indexOf(id(item));
  return { item, suit, number: parseInt(index) || 0, place: place < 0 ? Infinity : place };
}

function arrange() {
  if (!compare[settings.sort]) return;
  for (const hand of table.querySelectorAll(HANDS)) {
    const items = [...hand.children].map(told).sort(compare[settings.sort]);
    // What is put elsewhere loses the focus, so nothing is where all lies right.
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
  const watch = new AbortController();
  const signal = watch.signal;
  let dragged = false;
  const move = (event) => {
    dragged ||= Math.abs(event.clientX - down.clientX) > FAR;
    if (dragged) item.style.translate = `${event.clientX - down.clientX}px`;
  };
  const reset = () => {
    watch.abort();
    item.style.translate = "";
  };
  const drop = (event) => {
    reset();
    if (!dragged) return;
    // Letting go is no click, and if none comes of it, the next one counts again.
    const past = new AbortController();
    document.addEventListener("click", (click) => click.stopPropagation(), { capture: true, signal: past.signal });
    setTimeout(() => past.abort());
    put(hand, item, event.clientX);
  };
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", drop, { signal });
  addEventListener("pointercancel", reset, { signal }); // the page scrolls instead, and nobody let go
});

// Put a card before the first one whose middle lies further right.
function put(hand, item, x) {
  const others = [...hand.children].filter((child) => child !== item);
  const middle = (child) => child.getBoundingClientRect().left + child.getBoundingClientRect().width / 2;
  hand.insertBefore(item, others.find((child) => middle(child) > x) ?? null);
  placed = [...hand.children].map(id);
  set("sort", "own");
}
