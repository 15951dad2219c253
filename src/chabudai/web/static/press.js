// Waits until no pointer is pressed on the table: if the element below it were redrawn in between, its click would be lost.

const LONGEST = 2000; // milliseconds; a pointer that is held down longer does not click

const table = document.getElementById("table");
let released = Promise.resolve();

table.addEventListener("pointerdown", () => {
  released = new Promise((resolve) => {
    const listening = new AbortController();
    const end = () => {
      listening.abort();
      setTimeout(resolve); // after the click
    };
    for (const event of ["pointerup", "pointercancel"]) addEventListener(event, end, { signal: listening.signal });
    setTimeout(end, LONGEST);
  });
});

export const noPress = () => released;
