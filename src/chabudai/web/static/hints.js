// The list of a hint: put beside the table or, where there is no room, over the part of it that is neither hand nor
// prompt. It can be closed; asking again shows it at once, as long as the position is the same.

const table = document.getElementById("table");
const box = document.getElementById("s-hints");
const OWN = "#s-hand, #s-prompt, #s-seat-0, #s-dock"; // what the list must not cover
const LEAST = 88; // pixels; in less room the list could not be read
const LOW = 240; // pixels; in less room the rows come first

const area = ({ left, right, top, bottom }) => Math.max(0, right - left) * Math.max(0, bottom - top);

// Return the largest part of a rectangle beside another one.
function without(room, { left, right, top, bottom }) {
  const overlaps = left < room.right && right > room.left && top < room.bottom && bottom > room.top;
  if (!overlaps) return room;
  const parts = [
    { ...room, bottom: top },
    { ...room, top: bottom },
    { ...room, right: left },
    { ...room, left: right },
  ];
  return parts.reduce((best, part) => (area(part) > area(best) ? part : best));
}

function freeRoom() {
  const side = table.querySelector(".side").getBoundingClientRect();
  // On small screens, the parts of the play area are laid out directly in the page.
  const play = [".play", ".app"].map((name) => table.querySelector(name).getBoundingClientRect()).find(area);
  if (side.width && side.left >= play.right - 1) return { kind: "side", room: side };
  const mat = table.querySelector(".mat").getBoundingClientRect();
  const visible = {
    left: Math.max(mat.left, 0),
    right: Math.min(mat.right, innerWidth),
    top: Math.max(mat.top, play.top),
    bottom: Math.min(mat.bottom, play.bottom, innerHeight),
  };
  const own = [...table.querySelectorAll(OWN)].map((element) => element.getBoundingClientRect());
  return { kind: "sheet", room: own.filter(area).reduce(without, visible) };
}

function place() {
  const list = box.querySelector(".hints");
  if (!list || box.hidden) return;
  const { kind, room } = freeRoom();
  list.dataset.kind = kind;
  list.toggleAttribute("data-low", room.bottom - room.top < LOW);
  const height = Math.max(LEAST, room.bottom - room.top);
  for (const [name, value] of Object.entries({ left: room.left, width: room.right - room.left, height }))
    list.style.setProperty(`--${name}`, `${value}px`);
  list.style.setProperty("--top", `${Math.min(room.top, innerHeight - height)}px`);
}

function close() {
  box.hidden = true;
  if ([null, document.body].includes(document.activeElement)) table.querySelector("[data-do=hint]")?.focus();
}

// A new hint is shown even if the last one was closed.
new MutationObserver(() => {
  box.hidden = false;
  place();
}).observe(box, { childList: true });

// Before client.js: a hint that is only closed need not be asked for again.
document.addEventListener(
  "click",
  (event) => {
    if (event.target.closest("[data-close=hints]")) close();
    if (!event.target.closest("[data-do=hint]") || !box.firstElementChild || !box.hidden) return;
    event.stopPropagation();
    box.hidden = false;
    place();
  },
  true,
);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !box.hidden && box.firstElementChild && !document.querySelector("dialog[open], :popover-open")) close();
});
document.addEventListener("shown", place);
addEventListener("resize", place);
table.querySelector(".play").addEventListener("scroll", place);
new ResizeObserver(place).observe(table.querySelector(".play"));
