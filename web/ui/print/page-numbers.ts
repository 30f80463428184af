// Page numbers for browsers that print no margin boxes, which are Firefox and older Safari: a copy of the sheet is dealt
// out to pages, each with a foot of its own.

import style from "./print-sheet.module.css";

/** Millimetres of A4 for rows: print.css leaves margins of 14, 12 and 18, and the foot and rounding take the rest. */
const room = { upright: { width: 186, height: 250 }, wide: { width: 273, height: 163 } };

const hasMarginBoxes = (): boolean => typeof Reflect.get(globalThis, "CSSMarginRule") === "function";

/** A page may hold so many pixels of rows; the first also holds what stands above the table. */
const dealOut = (rows: readonly HTMLElement[], above: number, most: number): HTMLElement[][] => {
  const pages: HTMLElement[][] = [];
  let left = most - above;
  let page: HTMLElement[] = [];
  for (const row of rows) {
    const { height } = row.getBoundingClientRect();
    if (height > left && page.length > 0) {
      pages.push(page);
      page = [];
      left = most;
    }
    page.push(row);
    left -= height;
  }
  return [...pages, page];
};

const clones = (nodes: readonly Element[]): Node[] => nodes.map((node) => node.cloneNode(true));

/** Set one by one: the Content Security Policy may stop a style that is cloned. */
const columnsOf = (widths: readonly number[]): HTMLElement => {
  const group = document.createElement("colgroup");
  for (const width of widths) {
    const column = document.createElement("col");
    column.style.width = `${width}px`;
    group.append(column);
  }
  return group;
};

const elementWith = (name: string, ...content: (Node | string)[]): HTMLElement => {
  const element = document.createElement(name);
  element.append(...content);
  return element;
};

/**
 * Replaces a sheet by numbered pages, `foot` on each, until the returned function is called. The sheet itself stays as
 * React drew it. Its table must be a child of it.
 */
export const numberPages = (sheet: HTMLElement, foot: string): (() => void) | undefined => {
  const parts = [...sheet.children];
  const at = parts.findIndex((part) => part.matches("table"));
  const table = parts[at] as HTMLTableElement | undefined;
  const [head] = table?.tHead?.rows ?? [];
  if (!table || !head || hasMarginBoxes()) return undefined;
  const { width, height } = sheet.dataset.wide ? room.wide : room.upright;
  // Measured as it will be on paper, where nobody sees it.
  sheet.style.cssText = `display: block; position: absolute; visibility: hidden; width: ${width}mm; font-size: 11pt`;
  const box = sheet.getBoundingClientRect();
  const above = table.getBoundingClientRect().top - box.top;
  const most = (height * box.width) / width - head.getBoundingClientRect().height;
  const pages = dealOut([...(table.tBodies[0]?.rows ?? [])], above, most);
  const widths = [...head.cells].map((cell) => cell.getBoundingClientRect().width);
  sheet.style.cssText = "display: none";

  const copy = document.createElement("article");
  copy.className = sheet.className;
  copy.dataset.print = "";
  if (sheet.dataset.wide) copy.dataset.wide = sheet.dataset.wide;
  for (const [index, rows] of pages.entries()) {
    const part = table.cloneNode() as HTMLTableElement;
    part.append(columnsOf(widths), ...clones([head.parentElement as Element]), elementWith("tbody", ...clones(rows)));
    const number = elementWith("p", `${foot} · Page ${index + 1} of ${pages.length}`);
    number.className = style.note ?? "";
    const page = elementWith("section", part, number);
    if (index === 0) page.prepend(...clones(parts.slice(0, at)));
    if (index === pages.length - 1) part.after(...clones(parts.slice(at + 1)));
    copy.append(page);
  }
  sheet.after(copy);
  return () => {
    copy.remove();
    sheet.style.cssText = "";
  };
};
