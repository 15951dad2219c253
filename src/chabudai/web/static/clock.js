// Countdowns of the time left for a move, at tables with a time limit. swap.js dispatches "shown".

const table = document.getElementById("table");
const DAY = 86_400;
const offset = table.dataset.now - Date.now() / 1000; // the server's clock is authoritative; this device's may be wrong
const days = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: "day", unitDisplay: "long" });

function format(seconds) {
  if (seconds >= 2 * DAY) return days.format(Math.floor(seconds / DAY));
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const visible = parts[0] ? parts : parts.slice(1);
  return visible.map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":");
}

function tick() {
  for (const clock of table.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.round(clock.dataset.until - offset - Date.now() / 1000));
    clock.textContent = format(left);
    clock.toggleAttribute("data-short", left < 10);
  }
}

setInterval(tick, 1000);
document.addEventListener("shown", tick);
