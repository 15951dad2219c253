// Return what is wrong with the layout of the table shown, in words. `touch` is the least size of something to tap, or 0.
(touch) => {
  const problems = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const box = (element) => element.getBoundingClientRect();
  const style = (element) => getComputedStyle(element);
  const name = (element) => {
    const words = (element.getAttribute("aria-label") || element.textContent).trim().slice(0, 24);
    return `${element.className.baseVal ?? element.className} "${words}"`;
  };
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  });
  // The box of an element, as far as its scrolling ancestors show it.
  const visibleBox = (element) => {
    let visible = box(element);
    for (let parent = element.parentElement; parent; parent = parent.parentElement)
      if (style(parent).overflowY !== "visible") visible = meet(visible, box(parent));
    return visible;
  };
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(".sr") && box(element).width > 2;
  const items = (selector) => all(selector).filter(isShown).map((element) => ({ element, box: visibleBox(element) }));
  const overlap = (a, b) => {
    const both = meet(a.box, b.box);
    return Math.min(both.right - both.left, both.bottom - both.top);
  };
  const isWithin = (a, b) => a.contains(b) || b.contains(a);
  const checkApart = (first, second, tolerance = 2) => {
    for (const a of first)
      for (const b of second)
        if (!isWithin(a.element, b.element) && overlap(a, b) > tolerance)
          problems.push(`${name(a.element)} and ${name(b.element)} overlap by ${overlap(a, b).toFixed()} px`);
  };
  const checkInside = (element, outer, what) => {
    const own = box(element);
    const out = Math.max(outer.left - own.left, outer.top - own.top, own.right - outer.right, own.bottom - outer.bottom);
    if (out > 1) problems.push(`${name(element)} is ${out.toFixed()} px outside ${what}`);
  };

  // Areas do not overlap, nor do seats, nor the zones of the middle.
  const hand = items("#s-hand .card");
  const prompt = items("#s-prompt :is(.say:not(.moment) .what, .what:first-child, .btn)");
  const seats = items(".seat");
  const middle = items(
    ".mid :is(.gameboard, .pick, .word:is(li), .slot, .caption, .count), .mid .card:not(.pick .card)",
  );
  const status = items(".status");
  const dock = items(".dock");
  const others = [".offers", ".guide", ".bar", "[data-always] :is(td, th)"].map(items);
  const areas = [hand, prompt, seats, middle, status, dock, ...others];
  areas.forEach((area, n) => areas.slice(n + 1).forEach((other) => checkApart(area, other)));
  checkApart(seats, seats);
  const zones = all(".mid > .zone").map((zone) => middle.filter(({ element }) => zone.contains(element)));
  zones.forEach((zone, n) => zones.slice(n + 1).forEach((other) => checkApart(zone, other)));
  // Marks hide no number, neither that of their own card nor that of another.
  checkApart(items(".mid .card > .mark"), items(".mid .card .n"), 3);

  // Everything that matters now is visible without scrolling.
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const { element } of [...hand, ...prompt, ...dock, ...items(".own-seat .seat-id")]) checkInside(element, screen, "the screen");
  for (const { element } of prompt) checkInside(element, box(document.getElementById("s-prompt")), "its place");
  const mat = box(document.querySelector(".mat"));
  for (const { element } of [...items(".opponents .seat-id"), ...middle, ...status]) checkInside(element, mat, "the table");
  if (document.documentElement.scrollWidth > innerWidth) problems.push("the page is wider than the screen");

  // Labels fit.
  const isVisibleText = (node) => {
    const { clipPath, fontSize } = style(node.parentElement);
    return node.data.trim() && isShown(node.parentElement) && clipPath === "none" && fontSize !== "0px";
  };
  const labels = ".row-title, .word:is(li), .seat :is(.tag, .chip), .btn, .column-title, .verdict, .status, .offer";
  for (const { element } of items(`${labels}, .dock label`)) {
    const outer = box(element);
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (!isVisibleText(node)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = box(range);
      // The box of a text is higher than its letters.
      const sides = Math.max(outer.left - text.left, text.right - outer.right);
      const out = Math.max(sides, outer.top - text.top - 4, text.bottom - outer.bottom - 4);
      if (out > 1) problems.push(`the text of ${name(element)} is ${out.toFixed()} px too large for it`);
    }
  }

  // In a fan, the next card covers most of a card, and the second row the lower part of the first.
  const tappable = (element) => {
    const { width, height } = box(element);
    const place = element.closest(".hand > li");
    if (!place) return [width, height];
    const own = box(place);
    const places = [...place.parentElement.children].map(box);
    const rights = places.filter(({ left, top }) => left > own.left && Math.abs(top - own.top) < 8);
    const belows = places.filter(({ top }) => top > own.top + 8);
    return [
      Math.min(width, ...rights.map(({ left }) => left - own.left)),
      Math.min(height, ...belows.map(({ top }) => top - own.top)),
    ];
  };
  for (const { element } of touch ? items(".app .btn, :is(.offer, .space, .pick, .card).legal") : []) {
    const size = tappable(element);
    if (Math.min(...size) < touch - 0.5)
      problems.push(`${name(element)} has only ${size.map((side) => side.toFixed()).join(" x ")} px to tap`);
  }
  return [...new Set(problems)];
}
