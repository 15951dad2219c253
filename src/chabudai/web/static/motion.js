// Animates changes of the table. What has moved glides to its new place, what is gone flies to the player who took it,
// what is new comes from the player who played it, face-down cards turn over, and swapped cards cross.
// Things are followed by name (data-vt), or by card where the name only says where something lies.

const MAX_GLIDES = 12; // with more, view transitions stutter
const TURN = 240; // all times in milliseconds
const MOVE = 320;
const CROSS = 640;
const STAGGER = 60; // between things that do the same
const PAUSE = 120; // before a trick is taken away, to show what won it
const EASE = "cubic-bezier(.2, .8, .2, 1)";

const table = document.getElementById("table");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let grown; // the middle pile that grew in the last change
let moving = []; // functions that end a running animation; their `done` is a promise of its end

export const canMove = () => !still.matches && !document.hidden;

// End all animations: the person has acted.
export function hurry() {
  for (const end of moving) end();
}

// Change the table by `put`, and animate the difference. `changes` are sections with their new HTML.
export async function move(changes, put) {
  const things = changes.flatMap(({ element }) => look(element, element.id));
  const coming = changes.flatMap(({ element, html }) => look(parsed(html), element.id));
  const { kept, gone } = compare(things, coming);
  const ghosts = gone.filter(({ element }) => element.closest(".mid")).map(ghost);
  const [before, zones] = [piles(), zonesNow()];
  const show = () => {
    put();
    if (!things.length) return; // the first drawing
    const fresh = coming.filter(({ from }) => !from).map(found).filter(Boolean);
    const turned = turnOver(fresh, ghosts);
    sweep(ghosts.filter((then) => !turned.has(then)), before);
    arrive(fresh.filter((now) => !turned.has(now)), before);
    for (const [zone, element] of zonesNow()) if (!zones.has(zone)) element.classList.add("came");
  };
  const glides = kept.filter(({ from, to }) => from.at !== to.at).sort((one, other) => far(other) - far(one));
  if (glides.length && document.startViewTransition) await glide(glides.slice(0, MAX_GLIDES), show);
  else show();
  await Promise.all(moving.map((end) => end.done));
  moving = [];
}

// ---- Finding what has changed

const parsed = (html) => Object.assign(document.createElement("template"), { innerHTML: html }).content;

function look(root, section) {
  return [...root.querySelectorAll("[data-vt]")].map((element, number) => {
    const { vt: name, card, down } = element.dataset;
    const place = element.closest(".spot")?.dataset.place;
    return { element, section, name, card, place, down: down !== undefined, at: `${section} ${number}` };
  });
}

// Match old things with new ones: a new thing that was there before gets it as its `from`.
function compare(things, coming) {
  const left = new Set(things);
  const take = (to, same) => {
    const from = !to.from && [...left].findLast((thing) => same(thing, to));
    if (from) left.delete((to.from = from));
  };
  for (const to of coming) take(to, (from) => from.name === to.name);
  for (const to of coming) take(to, (from) => from.card && from.card === to.card);
  return { kept: coming.filter(({ from }) => from).map((to) => ({ from: to.from, to })), gone: [...left] };
}

const far = ({ from, to }) => Number(from.section !== to.section);

// A new thing with its element on the page.
function found(thing) {
  const element = document.getElementById(thing.section).querySelector(`[data-vt="${CSS.escape(thing.name)}"]`);
  return element && { ...thing, element };
}

const zonesNow = () => new Map([...table.querySelectorAll(".mid .zone")].map((zone) => [zone.dataset.zone, zone]));

// The number of cards in each middle pile.
function piles() {
  const count = (pile) => Number(pile.querySelector(".count b")?.textContent);
  return new Map([...table.querySelectorAll(".mid .pile")].map((pile) => [pile.dataset.zone, count(pile)]));
}

// The pile that grew (1) or shrank (-1).
function changedPile(before, by) {
  const changed = [...piles()].find(([zone, count]) => before.has(zone) && Math.sign(count - before.get(zone)) === by);
  return changed?.[0];
}

const topOf = (pile) => pile && table.querySelector(`.mid .pile[data-zone="${CSS.escape(pile)}"] .stack-of > *`);

const plateAt = (place) => table.querySelector(place === "me" ? "#s-seat-0" : `.place[data-place="${place}"]`);

// The seats named in the announcement.
function actors() {
  const seats = [...table.querySelectorAll("#s-news [data-seat]")].map(({ dataset }) => dataset.seat);
  return seats.map((seat) => table.querySelector(`.seat[data-seat="${seat}"]`));
}

// ---- Moving it

function run(element, frames, timing, then = () => {}) {
  const animation = element.animate(frames, { easing: EASE, fill: "backwards", ...timing });
  const end = () => animation.finish();
  end.done = animation.finished.then(then, then);
  moving.push(end);
}

// Glide by a view transition: the browser draws it above everything else.
async function glide(glides, show) {
  const name = (elements) => elements.forEach((element, n) => (element.style.viewTransitionName = `glide-${n}`));
  name(glides.map(({ from }) => from.element));
  let now = [];
  const transition = document.startViewTransition(() => {
    show();
    now = glides.map(({ to }) => found(to)?.element).filter(Boolean);
    name(now);
  });
  const end = () => transition.skipTransition();
  const clear = () => now.forEach((element) => (element.style.viewTransitionName = ""));
  end.done = transition.finished.then(clear, clear);
  moving.push(end);
  transition.ready.catch(() => {}); // rejects when skipped
  await transition.updateCallbackDone.catch(() => {});
}

// A copy of a thing that will be gone.
function ghost(thing) {
  const copy = thing.element.cloneNode(true);
  for (const name of ["id", "data-vt", "data-action", "aria-describedby"]) copy.removeAttribute(name);
  return { ...thing, copy, box: thing.element.getBoundingClientRect(), won: copy.matches("[data-marks~=winning]") };
}

// Animate a ghost above the table, from where the thing was.
function raise({ copy, box }, frames, timing) {
  const layer = table.querySelector(":scope > .flown") ?? table.appendChild(document.createElement("div"));
  layer.className = "flown";
  layer.inert = true;
  copy.style.cssText = `position: fixed; left: ${box.left}px; top: ${box.top}px; --cw: ${box.width}px`;
  layer.append(copy);
  run(copy, frames, { fill: "both", ...timing }, () => copy.remove());
}

// The offset that puts what lies in box `to` at the middle of box `from`.
function offset(from, to) {
  return [from.left - to.left + (from.width - to.width) / 2, from.top - to.top + (from.height - to.height) / 2];
}

const shift = ([x, y]) => `${x}px ${y}px`;

// A trick goes to its winner; without one, each card goes back to its seat. Anything else goes to the player who has it
// now, or to the pile that grew, or else to the player who acted.
function sweep(ghosts, before) {
  const winner = ghosts.find(({ won }) => won);
  const has = (card) => actors().find((seat) => card && seat.querySelector(`[data-card="${CSS.escape(card)}"]`));
  const pile = changedPile(before, 1) ?? grown;
  ghosts.forEach((each, n) => {
    const place = winner?.place ?? each.place;
    const target = place ? plateAt(place) : (has(each.card) ?? topOf(pile) ?? actors()[0]);
    const box = target?.getBoundingClientRect();
    const away = { translate: box ? shift(offset(box, each.box)) : "0 0", scale: 0.4, opacity: 0 };
    raise(each, [{}, { opacity: 1, offset: 0.6 }, away], { duration: MOVE, delay: winner ? PAUSE : n * STAGGER });
  });
  // The card may stay visible once more, though it is already on its pile.
  grown = changedPile(before, 1);
}

// Turn over face-down cards in place, one after the other; then two swapped cards cross. Returns the turned cards and
// their backs.
function turnOver(fresh, ghosts) {
  const back = (now) => now.place && ghosts.find((then) => then.down && then.place === now.place);
  const turning = fresh.filter(back).map((now) => [now, back(now)]);
  turning.forEach(([now, then], n) => {
    raise(then, [{}, { scale: "0 1" }], { duration: TURN / 2, delay: n * STAGGER });
    run(now.element, [{ scale: "0 1" }, {}], { duration: TURN / 2, delay: n * STAGGER + TURN / 2 });
  });
  const swapped = turning.map(([now]) => now.element).filter((element) => element.matches("[data-marks~=swapped]"));
  if (swapped.length === 2) cross(...swapped, TURN + turning.length * STAGGER);
  return new Set(turning.flat());
}

// Each comes in an arc from the other's place; both keep left, so they pass.
function cross(one, other, delay) {
  const [here, there] = [one, other].map((element) => element.getBoundingClientRect());
  const arc = (element, from, to) => {
    const [x, y] = offset(from, to);
    const aside = [x / 2 - y / 5, y / 2 + x / 5];
    run(element, [[x, y], aside, [0, 0]].map((by) => ({ translate: shift(by) })), { duration: CROSS, delay });
  };
  arc(one, there, here);
  arc(other, here, there);
}

// Played cards come from their player, cards turned up from the pile that shrank. The style sheet animates the rest.
function arrive(fresh, before) {
  const pile = topOf(changedPile(before, -1));
  for (const { element, place, card } of fresh) {
    const from = place ? plateAt(place) : card && element.closest(".mid") && pile;
    if (!from) element.classList.add("came");
    else {
      const start = shift(offset(from.getBoundingClientRect(), element.getBoundingClientRect()));
      run(element, [{ translate: start, scale: 0.5, opacity: 0 }, { opacity: 1, offset: 0.3 }, {}], { duration: MOVE });
    }
  }
}
