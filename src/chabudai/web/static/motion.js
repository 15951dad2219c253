// Animates changes of the table; swap.js calls it. What has moved glides to its new place, what is gone flies to the
// player who took it, what is new comes from the player who played it, face-down cards turn over, and swapped cards
// cross. An element keeps its identity by `data-vt`. If that only names a position, elements are matched by card
// (`data-card`). A "thing" describes such an element: its section, its name, its card, and where it is.

import { actors } from "./news.js";

const MAX_GLIDES = 12; // elements; with more, view transitions stutter
const TURN = 240; // all times in milliseconds
const MOVE = 320;
const CROSS = 640;
const STAGGER = 60; // delay between elements with the same animation
const PAUSE = 120; // before a trick is taken away, to show what won it
const EASE = "cubic-bezier(.2, .8, .2, 1)";

const table = document.getElementById("table");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
let lastGrownPile; // the zone of the middle pile that grew in the last update
let running = []; // functions that end a running animation; each has a promise `done` that resolves when it has ended

export const canAnimate = () => !reducedMotion.matches && !document.hidden;

// End all animations: the person has acted.
export function finishAnimations() {
  for (const end of running) end();
}

// Call `update` to change the table, and animate the difference. `changes` are sections with their new HTML.
export async function animateUpdate(changes, update) {
  const oldThings = changes.flatMap(({ element }) => collectThings(element, element.id));
  const newThings = changes.flatMap(({ element, html }) => collectThings(parsed(html), element.id));
  const { kept, gone } = compare(oldThings, newThings);
  const ghosts = gone.filter(({ element }) => element.closest(".mid")).map(makeGhost);
  const [oldCounts, oldZones] = [pileCounts(), middleZones()];
  const show = () => {
    update();
    if (!oldThings.length) return; // the first drawing
    const added = newThings.filter(({ from }) => !from).map(onPage).filter(Boolean);
    const turned = turnOver(added, ghosts);
    sweep(ghosts.filter((oldThing) => !turned.has(oldThing)), oldCounts);
    arrive(added.filter((newThing) => !turned.has(newThing)), oldCounts);
    for (const [zone, element] of middleZones()) if (!oldZones.has(zone)) element.classList.add("came");
  };
  const moved = kept.filter(({ from, to }) => from.at !== to.at);
  moved.sort((a, b) => changesSection(b) - changesSection(a));
  if (moved.length && document.startViewTransition) await glide(moved.slice(0, MAX_GLIDES), show);
  else show();
  await Promise.all(running.map((end) => end.done));
  running = [];
}

// ---- Finding what has changed

const parsed = (html) => Object.assign(document.createElement("template"), { innerHTML: html }).content;

function collectThings(root, section) {
  return [...root.querySelectorAll("[data-vt]")].map((element, number) => {
    const { vt: name, card, down } = element.dataset;
    const place = element.closest(".spot")?.dataset.place;
    return { element, section, name, card, place, down: down !== undefined, at: `${section} ${number}` };
  });
}

// Match old things with new ones: a new thing that existed before gets the old one as `from`.
function compare(oldThings, newThings) {
  const unmatched = new Set(oldThings);
  const match = (to, same) => {
    const from = !to.from && [...unmatched].findLast((oldThing) => same(oldThing, to));
    if (from) unmatched.delete((to.from = from));
  };
  for (const to of newThings) match(to, (from) => from.name === to.name);
  for (const to of newThings) match(to, (from) => from.card && from.card === to.card);
  return { kept: newThings.filter(({ from }) => from).map((to) => ({ from: to.from, to })), gone: [...unmatched] };
}

const changesSection = ({ from, to }) => Number(from.section !== to.section);

// A new thing with its element on the page instead of the one in the parsed HTML.
function onPage(thing) {
  const element = document.getElementById(thing.section).querySelector(`[data-vt="${CSS.escape(thing.name)}"]`);
  return element && { ...thing, element };
}

const middleZones = () => new Map([...table.querySelectorAll(".mid .zone")].map((zone) => [zone.dataset.zone, zone]));

// The number of cards in each middle pile, by zone.
function pileCounts() {
  const count = (pile) => Number(pile.querySelector(".count b")?.textContent);
  return new Map([...table.querySelectorAll(".mid .pile")].map((pile) => [pile.dataset.zone, count(pile)]));
}

// The zone of the pile that grew (1) or shrank (-1).
function changedPileZone(oldCounts, sign) {
  const isChanged = ([zone, count]) => oldCounts.has(zone) && Math.sign(count - oldCounts.get(zone)) === sign;
  return [...pileCounts()].find(isChanged)?.[0];
}

const topOfPile = (zone) => zone && table.querySelector(`.mid .pile[data-zone="${CSS.escape(zone)}"] .stack-of > *`);

const plateAt = (place) => table.querySelector(place === "me" ? "#s-seat-0" : `.place[data-place="${place}"]`);

// ---- Animating the changes

function run(element, frames, timing, onEnd = () => {}) {
  const animation = element.animate(frames, { easing: EASE, fill: "backwards", ...timing });
  const end = () => animation.finish();
  end.done = animation.finished.then(onEnd, onEnd);
  running.push(end);
}

// Glide by a view transition: the browser draws it above everything else.
async function glide(moved, show) {
  const name = (elements) => elements.forEach((element, n) => (element.style.viewTransitionName = `glide-${n}`));
  name(moved.map(({ from }) => from.element));
  let newElements = [];
  const transition = document.startViewTransition(() => {
    show();
    newElements = moved.map(({ to }) => onPage(to)?.element).filter(Boolean);
    name(newElements);
  });
  const end = () => transition.skipTransition();
  const clear = () => newElements.forEach((element) => (element.style.viewTransitionName = ""));
  end.done = transition.finished.then(clear, clear);
  running.push(end);
  transition.ready.catch(() => {}); // rejects when skipped
  await transition.updateCallbackDone.catch(() => {});
}

// A ghost is a thing with a copy of its element, which is about to be removed.
function makeGhost(thing) {
  const copy = thing.element.cloneNode(true);
  for (const name of ["id", "data-vt", "data-action", "aria-describedby"]) copy.removeAttribute(name);
  return { ...thing, copy, box: thing.element.getBoundingClientRect(), won: copy.matches("[data-marks~=winning]") };
}

// Animate a ghost above the table, starting where the element was.
function animateGhost({ copy, box }, frames, timing) {
  const layer = table.querySelector(":scope > .flown") ?? table.appendChild(document.createElement("div"));
  layer.className = "flown";
  layer.inert = true;
  copy.style.cssText = `position: fixed; left: ${box.left}px; top: ${box.top}px; --cw: ${box.width}px`;
  layer.append(copy);
  run(copy, frames, { fill: "both", ...timing }, () => copy.remove());
}

// The offset that moves an element from the center of its own box to the center of the box `target`.
function offset(target, own) {
  const x = target.left - own.left + (target.width - own.width) / 2;
  const y = target.top - own.top + (target.height - own.height) / 2;
  return [x, y];
}

const translation = ([x, y]) => `${x}px ${y}px`;

// A trick flies to its winner; without one, each card flies to the seat that played it. Anything else flies to the
// player who has it now, or to the pile that grew, or else to the player who acted.
function sweep(ghosts, oldCounts) {
  const winner = ghosts.find(({ won }) => won);
  const holderOf = (card) => actors().find((seat) => card && seat.querySelector(`[data-card="${CSS.escape(card)}"]`));
  const grownPile = changedPileZone(oldCounts, 1);
  ghosts.forEach((ghost, n) => {
    const place = winner?.place ?? ghost.place;
    const target = place
      ? plateAt(place)
      : (holderOf(ghost.card) ?? topOfPile(grownPile ?? lastGrownPile) ?? actors()[0]);
    const box = target?.getBoundingClientRect();
    const away = { translate: box ? translation(offset(box, ghost.box)) : "0 0", scale: 0.4, opacity: 0 };
    const timing = { duration: MOVE, delay: winner ? PAUSE : n * STAGGER };
    animateGhost(ghost, [{}, { opacity: 1, offset: 0.6 }, away], timing);
  });
  // A discarded card can stay in the middle for one more update after the pile has grown, so remember the pile.
  lastGrownPile = grownPile;
}

// Turn over face-down cards in place, one after the other; then two swapped cards cross. Returns the set of things that
// this animates: the turned cards and the ghosts of their backs.
function turnOver(added, ghosts) {
  const backOf = (newThing) => newThing.place && ghosts.find(({ down, place }) => down && place === newThing.place);
  const turning = added.filter(backOf).map((newThing) => [newThing, backOf(newThing)]);
  turning.forEach(([newThing, back], n) => {
    animateGhost(back, [{}, { scale: "0 1" }], { duration: TURN / 2, delay: n * STAGGER });
    run(newThing.element, [{ scale: "0 1" }, {}], { duration: TURN / 2, delay: n * STAGGER + TURN / 2 });
  });
  const faces = turning.map(([newThing]) => newThing.element);
  const swapped = faces.filter((element) => element.matches("[data-marks~=swapped]"));
  if (swapped.length === 2) cross(...swapped, TURN + turning.length * STAGGER);
  return new Set(turning.flat());
}

// Each card comes in an arc from the place of the other; both swerve to their left, so that they do not collide.
function cross(first, second, delay) {
  const [firstBox, secondBox] = [first, second].map((element) => element.getBoundingClientRect());
  const arc = (element, from, to) => {
    const [x, y] = offset(from, to);
    const swerve = [x / 2 - y / 5, y / 2 + x / 5];
    const frames = [[x, y], swerve, [0, 0]].map((by) => ({ translate: translation(by) }));
    run(element, frames, { duration: CROSS, delay });
  };
  arc(first, secondBox, firstBox);
  arc(second, firstBox, secondBox);
}

// Played cards come from their player, cards turned up from the pile that shrank. The style sheet animates the rest.
function arrive(added, oldCounts) {
  const shrunkPile = topOfPile(changedPileZone(oldCounts, -1));
  for (const { element, place, card } of added) {
    const from = place ? plateAt(place) : card && element.closest(".mid") && shrunkPile;
    if (!from) element.classList.add("came");
    else {
      const start = translation(offset(from.getBoundingClientRect(), element.getBoundingClientRect()));
      run(element, [{ translate: start, scale: 0.5, opacity: 0 }, { opacity: 1, offset: 0.3 }, {}], { duration: MOVE });
    }
  }
}
