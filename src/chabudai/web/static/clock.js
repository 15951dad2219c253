// Countdowns: the time left for a move, and until a bot steps in for somebody who is away. swap.js dispatches "shown".

const table = document.getElementById("table");
const DAY = 86_400;
let offset; // from this page's stopwatch to the server's clock: that of the device may be wrong, or be set meanwhile
const days = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: "day", unitDisplay: "long" });

const stopwatch = () => performance.now() / 1000;

// Set the time by the server's clock.
export function setTime(now) {
  offset = now - stopwatch();
}

function format(seconds) {
  if (seconds >= 2 * DAY) return days.format(Math.floor(seconds / DAY));
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const visible = parts[0] ? parts : parts.slice(1);
  return visible.map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":");
}

function tick() {
  for (const clock of table.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.round(clock.dataset.until - offset - stopwatch()));
    clock.textContent = format(left);
    clock.toggleAttribute("data-short", left < 10);
  }
}

setTime(Number(table.dataset.now));
setInterval(tick, 1000);
document.addEventListener("shown", tick);
