// Faults in the layout of a screen at the width of its window.
import type { Page } from "playwright-core";

/** Scrollers with nothing at their end, and controls or texts that are out of sight. */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(faults);

/** Runs in the page. */
const faults = (): string[] => {
  const found: string[] = [];
  const nameOf = (one: Element) =>
    `${one.tagName.toLowerCase()} ${one.ariaLabel ?? one.getAttribute("aria-label") ?? one.textContent?.trim().slice(0, 40)}`;
  const overflowOf = (one: Element) => getComputedStyle(one).overflowY;
  const scrolls = (one: Element) => /auto|scroll/.test(overflowOf(one));

  // Where the last visible element in a scroller ends. Visually hidden elements must not lengthen it.
  const endOf = (one: Element): number => {
    let end = Number.NEGATIVE_INFINITY;
    for (const child of one.children) {
      if (child.matches("[data-sr-only]") || !child.checkVisibility()) continue;
      end = Math.max(end, child.getBoundingClientRect().bottom);
      if (overflowOf(child) === "visible") end = Math.max(end, endOf(child));
    }
    return end;
  };
  for (const one of document.querySelectorAll("main, main *")) {
    if (!scrolls(one) || one.scrollHeight <= one.clientHeight) continue;
    const end = endOf(one) - one.getBoundingClientRect().top + one.scrollTop;
    const room = Number.parseFloat(getComputedStyle(one).paddingBottom) + 2;
    if (one.scrollHeight > Math.max(one.clientHeight, end + room))
      found.push(`${nameOf(one)} scrolls ${Math.round(one.scrollHeight - end)} px into nothing`);
  }

  // Controls below an open dialog cannot be pressed.
  const isCovered = (one: Element) => document.querySelector("[role=dialog]") && !one.closest("[role=dialog], #toasts");
  for (const one of document.querySelectorAll<HTMLElement>("button, a, input, select, textarea, [role=tab]")) {
    const { left, right, width, height } = one.getBoundingClientRect();
    if (width < 2 || height < 2 || getComputedStyle(one).visibility === "hidden" || isCovered(one)) continue;
    let ends = { left: 0, right: innerWidth };
    for (let box = one.parentElement; box; box = box.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(box);
      if (overflowX === "visible") continue;
      // A row of chips or charts, and a table whose first columns stay, are scrolled sideways.
      if (
        /auto|scroll/.test(overflowX) &&
        box.scrollWidth > box.clientWidth &&
        !box.querySelector(":scope > table:not([data-pinned])")
      )
        ends = { left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY };
      // A text that ends in an ellipsis shows whole on hover, and can be pressed.
      else if (textOverflow === "ellipsis" && one.title && one.textContent)
        ends = { left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY };
      else {
        const { left: from, right: to } = box.getBoundingClientRect();
        ends = { left: Math.max(ends.left, from), right: Math.min(ends.right, to) };
      }
      if (ends.right === Number.POSITIVE_INFINITY) break;
    }
    if (left < ends.left - 1 || right > ends.right + 1)
      found.push(
        `${nameOf(one)}: ${Math.round(left)} to ${Math.round(right)} in ${ends.left} to ${Math.round(ends.right)}`,
      );
  }
  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`The page is ${document.documentElement.scrollWidth} px wide`);

  // A list that fills the rest of its screen shows where its rows begin, however low the window.
  const main = document.querySelector("main");
  const screen = document.querySelector("h1")?.parentElement?.parentElement?.parentElement;
  const rows = [...(screen?.querySelectorAll(":scope > [data-fills] tbody tr[aria-rowindex]") ?? [])];
  const seen = (row: Element) => {
    const { top, bottom } = row.getBoundingClientRect();
    const boxes = [main, row.closest("[data-scroll-card]")].flatMap((box) => box?.getBoundingClientRect() ?? []);
    return Math.min(bottom, ...boxes.map((box) => box.bottom)) - Math.max(top, ...boxes.map((box) => box.top));
  };
  if (rows[0]?.checkVisibility() && !rows.some((row) => seen(row) >= 40)) found.push("No row is seen");
  return found;
};

/** Texts of heads, tiles, tags, badges and buttons that are cut off, or covered by something else. */
export const cutOrCovered = (page: Page): Promise<string[]> => page.evaluate(cutTexts);

/** Runs in the page. */
const cutTexts = (): string[] => {
  const selector = "th, button, a, [role=tab], [class*=tag_], [class*=badge], [class*=tile]";
  const range = document.createRange();
  const found = new Set<string>();
  parts: for (const part of document.querySelectorAll<HTMLElement>(selector)) {
    if (!part.checkVisibility({ opacityProperty: true }) || part.closest("[data-sr-only], [inert], [aria-hidden]"))
      continue;
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement as HTMLElement;
      if (
        !text.textContent?.trim() ||
        owner.closest("[data-sr-only]") ||
        !owner.checkVisibility({ opacityProperty: true })
      )
        continue;
      range.selectNodeContents(text);
      // A name that ends in an ellipsis shows whole on hover.
      if (owner.closest("[title]") && owner.closest("td, [class*=user]")) continue;
      for (const { left, right, top, bottom } of range.getClientRects()) {
        if (right - left < 1) continue;
        const say = (fault: string) => found.add(`${fault}: ${part.tagName} ${text?.textContent?.trim()}`);
        for (let box: HTMLElement | null = owner; box && box !== document.body; box = box.parentElement) {
          const { overflowX } = getComputedStyle(box);
          const bounds = box.getBoundingClientRect();
          // Only for screen readers.
          if (bounds.width < 2) continue parts;
          if (overflowX === "visible" && box !== part) continue;
          if (overflowX === "auto" || overflowX === "scroll") break;
          if (left < bounds.left - 1 || right > bounds.right + 1) say("cut");
        }
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        for (const at of [left + 1, x, right - 1]) {
          const hit = document.elementFromPoint(at, y);
          // Scrolled out of sight, or under the sticky head of its list.
          if (!hit || hit.closest("thead, tfoot") || part.contains(hit) || hit.contains(part)) continue;
          const scroller = part.closest("[data-scroll-card], [data-scroll]")?.getBoundingClientRect();
          if (scroller && (y < scroller.top || y > scroller.bottom || at < scroller.left || at > scroller.right))
            continue;
          say(`covered by ${hit.tagName}.${hit.className}`);
        }
      }
    }
  }
  return [...found];
};
