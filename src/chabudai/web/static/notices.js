// Notices of changes at the table, such as who has left: one at a time, each for a few seconds.

const TIME = 5000; // milliseconds
const MOST = 4; // waiting; the log has all of them

const place = document.getElementById("notice");
let waiting = [];
let timer;

export function announce(lines) {
  waiting = [...waiting, ...lines].slice(-MOST);
  if (!timer) showNext();
}

function showNext() {
  place.textContent = waiting.shift() ?? "";
  timer = place.textContent && setTimeout(showNext, TIME);
}
