// How things move when the table changes. What lies elsewhere afterwards glides there; what is gone is swept to whoever
// took it; what is new comes from whoever played it; what lay face down turns over, and what was swapped crosses.
// Things are followed by their names (data-vt), and by their cards where a name says only where something lies.

const MOST = 12; // with more things named, view transitions begin to stutter
const TURN = 240; // milliseconds, as all times here
const MOVE = 320;
const CROSS = 640;
const APART = 60; // between one and the next that do the same
const GATHER = 120; // until a trick is taken away: one has to see what won it
const EASE = "cubic-bezier(.2, .8, .2, 1)";

const table = document.getElementById("table");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let grown; // the pile in the middle that grew last, until something else lies there
let moving = []; // ways to end at once what is under way; `done` is when it has ended

export const canMove = () => !still.matches && !document.hidden;

// Whoever does something need not wait for what still moves.
export function hurry() {
  for (const end of moving) end();
}

// Change the table by `put`, and let things move to where they are then. `changes` are sections with their new HTML.
export async function move(changes, put) {
  const things = changes.flatMap(({ element }) => look(element, element.id));
  const coming = changes.flatMap(({ element, html }) => look(parsed(html), element.id));
  const { kept, gone } = compare(things, coming);
  const ghosts = gone.filter(({ element }) => element.closest(".mid")).map(ghost);
  const [before, zones] = [piles(), zonesNow()];
  const show = () => {
    put();
    if (!things.length) return; // nobody watched how this came about
    const fresh = coming.filter(({ from }) => !from).map(found).filter(Boolean);
    const turned = turnOver(fresh, ghosts);
    sweep(ghosts.filter((then) => !turned.has(then)), before);
    arrive(fresh.filter((now) => !turned.has(now)), before);
    for (const [zone, element] of zonesNow()) if (!zones.has(zone)) element.classList.add("came");
  };
  const glides = kept.filter(({ from, to }) => from.at !== to.at).sort((one, other) => far(other) - far(one));
  if (glides.length && document.startViewTransition) await glide(glides.slice(0, MOST), show);
  else show();
  await Promise.all(moving.map((end) => end.done));
  moving = [];
}

// ---- What there is

const parsed = (html) => Object.assign(document.createElement("template"), { innerHTML: html }).content;

function look(root, section) {
  return [...root.querySelectorAll("[data-vt]")].map((element, number) => {
    const { vt: name, card, down } = element.dataset;
    const place = element.closest(".spot")?.dataset.place;
    return { element, section, name, card, place, down: down !== undefined, at: `${section} ${number}` };
  });
}

// Which thing of before is which one now; a thing that comes, and was there before, is told so by its `from`.
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

// A thing that has come, where it lies now.
function found(thing) {
  const element = document.getElementById(thing.section).querySelector(`[data-vt="${CSS.escape(thing.name)}"]`);
  return element && { ...thing, element };
}

const zonesNow = () => new Map([...table.querySelectorAll(".mid .zone")].map((zone) => [zone.dataset.zone, zone]));

// How many cards each pile in the middle has.
function piles() {
  const count = (pile) => Number(pile.querySelector(".count b")?.textContent);
  return new Map([...table.querySelectorAll(".mid .pile")].map((pile) => [pile.dataset.zone, count(pile)]));
}

// The pile that has become larger (1) or smaller (-1).
function changedPile(before, way) {
  const changed = [...piles()].find(([zone, count]) => before.has(zone) && Math.sign(count - before.get(zone)) === way);
  return changed?.[0];
}

const topOf = (pile) => pile && table.querySelector(`.mid .pile[data-zone="${CSS.escape(pile)}"] .stack-of > *`);

const plateAt = (place) => table.querySelector(place === "me" ? "#s-seat-0" : `.place[data-place="${place}"]`);

// The seats that the news tell of.
function actors() {
  const told = [...table.querySelectorAll("#s-news [data-seat]")].map(({ dataset }) => dataset.seat);
  return told.map((seat) => table.querySelector(`.seat[data-seat="${seat}"]`));
}

// ---- How it moves

function run(element, frames, timing, then = () => {}) {
  const animation = element.animate(frames, { easing: EASE, fill: "backwards", ...timing });
  const end = () => animation.finish();
  end.done = animation.finished.then(then, then);
  moving.push(end);
}

// What glides is shown above everything else meanwhile, by the browser itself.
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
  transition.ready.catch(() => {}); // it is skipped when somebody is in a hurry
  await transition.updateCallbackDone.catch(() => {});
}

// A likeness of a thing that will be gone.
function ghost(thing) {
  const copy = thing.element.cloneNode(true);
  for (const name of ["id", "data-vt", "data-action", "aria-describedby"]) copy.removeAttribute(name);
  return { ...thing, copy, box: thing.element.getBoundingClientRect(), won: copy.matches("[data-marks~=winning]") };
}

// Show it where the thing was, above the table, for as long as it moves.
function raise({ copy, box }, frames, timing) {
  const layer = table.querySelector(":scope > .flown") ?? table.appendChild(document.createElement("div"));
  layer.className = "flown";
  layer.inert = true;
  copy.style.cssText = `position: fixed; left: ${box.left}px; top: ${box.top}px; --cw: ${box.width}px`;
  layer.append(copy);
  run(copy, frames, { fill: "both", ...timing }, () => copy.remove());
}

// The way from the middle of a box to that of another, to be gone back by what lies in the second.
function way(from, to) {
  return [from.left - to.left + (from.width - to.width) / 2, from.top - to.top + (from.height - to.height) / 2];
}

const shift = ([x, y]) => `${x}px ${y}px`;

// A trick goes to whoever won it; where nobody wins, each has the card that lay before their seat. All else goes to who
// has it now, or onto the pile that has grown, or else to whoever did something.
function sweep(ghosts, before) {
  const winner = ghosts.find(({ won }) => won);
  const has = (card) => actors().find((seat) => card && seat.querySelector(`[data-card="${CSS.escape(card)}"]`));
  const pile = changedPile(before, 1) ?? grown;
  ghosts.forEach((each, n) => {
    const place = winner?.place ?? each.place;
    const target = place ? plateAt(place) : (has(each.card) ?? topOf(pile) ?? actors()[0]);
    const box = target?.getBoundingClientRect();
    const away = { translate: box ? shift(way(box, each.box)) : "0 0", scale: 0.4, opacity: 0 };
    raise(each, [{}, { opacity: 1, offset: 0.6 }, away], { duration: MOVE, delay: winner ? GATHER : n * APART });
  });
  // What is looked at once more is on its pile already.
  grown = changedPile(before, 1);
}

// What lay face down turns over in its place, one after the other; two that were swapped cross afterwards. Returns what
// has turned: the backs, and the cards that they were of.
function turnOver(fresh, ghosts) {
  const back = (now) => now.place && ghosts.find((then) => then.down && then.place === now.place);
  const turning = fresh.filter(back).map((now) => [now, back(now)]);
  turning.forEach(([now, then], n) => {
    raise(then, [{}, { scale: "0 1" }], { duration: TURN / 2, delay: n * APART });
    run(now.element, [{ scale: "0 1" }, {}], { duration: TURN / 2, delay: n * APART + TURN / 2 });
  });
  const swapped = turning.map(([now]) => now.element).filter((element) => element.matches("[data-marks~=swapped]"));
  if (swapped.length === 2) cross(...swapped, TURN + turning.length * APART);
  return new Set(turning.flat());
}

// Each comes in an arc from where the other is; both keep to their left, and so they pass.
function cross(one, other, delay) {
  const [here, there] = [one, other].map((element) => element.getBoundingClientRect());
  const arc = (element, from, to) => {
    const [x, y] = way(from, to);
    const aside = [x / 2 - y / 5, y / 2 + x / 5];
    run(element, [[x, y], aside, [0, 0]].map((by) => ({ translate: shift(by) })), { duration: CROSS, delay });
  };
  arc(one, there, here);
  arc(other, here, there);
}

// What was played comes from its player, what was turned up from the pile that has shrunk. Of all else the style sheet
// says how it comes.
function arrive(fresh, before) {
  const pile = topOf(changedPile(before, -1));
  for (const { element, place, card } of fresh) {
    const from = place ? plateAt(place) : card && element.closest(".mid") && pile;
    if (!from) element.classList.add("came");
    else {
      const start = shift(way(from.getBoundingClientRect(), element.getBoundingClientRect()));
      run(element, [{ translate: start, scale: 0.5, opacity: 0 }, { opacity: 1, offset: 0.3 }, {}], { duration: MOVE });
    }
  }
}
