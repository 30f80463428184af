// A table that divides itself into pages of paper.
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { type PrintGroup, PrintPages } from "#web/ui/print/print-pages.tsx";
import { type PrintColumn, usePrint } from "#web/ui/print/printout.tsx";
import { mount } from "../../mount.tsx";

interface Line {
  _id: string;
  name: string;
}

const columns: PrintColumn<Line>[] = [{ head: "Product", cell: ({ name }) => name }];
const linesOf = (group: string, count: number): Line[] =>
  Array.from({ length: count }, (_, at) => ({ _id: `${group}${at}`, name: `Bib ${group}${at}` }));

function Printed({ groups }: { groups: PrintGroup<Line>[] }) {
  const body = (foot: string) => <PrintPages foot={foot} columns={columns} groups={groups} tick />;
  const { print, portal } = usePrint({ name: "Sheet", title: "Sheet", by: "Asha Rao", footer: "Sheet 7", body });
  return (
    <>
      <button type="button" onClick={print}>
        Print
      </button>
      {portal}
    </>
  );
}

interface PrintedPage {
  rows: string[];
  foot: string;
  /** Millimetres, including the space above the first page. */
  height: number;
}

/** A4 less the margins of a page. */
const [width, height] = [186, 297 - 14 - 18];

/** Each page as it is when the browser prints. */
const printPages = async (groups: PrintGroup<Line>[]): Promise<PrintedPage[]> => {
  const printed = Promise.withResolvers<PrintedPage[]>();
  vi.spyOn(window, "print").mockImplementation(() => {
    const paper = document.querySelector<HTMLElement>("[data-print]");
    if (!paper) throw new Error("nothing is printed");
    paper.style.cssText = `display: block; position: absolute; width: ${width}mm; font-size: 11pt`;
    printed.resolve(
      [...paper.querySelectorAll("section")].map((section, at) => ({
        rows: [...section.querySelectorAll("tbody tr")].map(({ textContent }) => textContent),
        foot: section.querySelector("footer")?.textContent ?? "",
        height:
          ((section.getBoundingClientRect().bottom - (at === 0 ? paper : section).getBoundingClientRect().top) * 25.4) /
          96,
      })),
    );
    paper.style.cssText = "";
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const unmount = mount(<Printed groups={groups} />);
  await page.getByRole("button", { name: "Print" }).click();
  const pages = await printed.promise;
  await unmount();
  return pages;
};

test("each page fits its paper and has the foot with its number, every row stands on one, and a group that goes on says so", async () => {
  const [delhi, mumbai] = [linesOf("D", 30), linesOf("M", 30)];
  const pages = await printPages([
    { head: "Delhi", rows: delhi, total: "Delhi: 30 lines" },
    { head: "Mumbai", rows: mumbai, total: "Mumbai: 30 lines" },
  ]);
  expect(pages.length).toBeGreaterThan(1);
  for (const [at, { foot, rows, height: taken }] of pages.entries()) {
    expect(taken).toBeLessThanOrEqual(height);
    expect(foot).toMatch(new RegExp(`^Sheet 7 · Asha Rao, .* IST ?Page ${at + 1} of ${pages.length}$`));
    const group = rows[1]?.includes("Bib D") ? "Delhi" : "Mumbai";
    expect(rows[0]).toBe(/Bib [DM]0$/.test(rows[1] ?? "") ? group : `${group}, continued`);
    expect(rows.at(-1)).not.toMatch(/^(Delhi|Mumbai)(, continued)?$/);
    expect(rows[1]).not.toMatch(/lines$/);
  }
  const printed = pages.flatMap(({ rows }) => rows).filter((row) => row.includes("Bib"));
  expect(printed).toEqual([...delhi, ...mumbai].map(({ name }, at) => `${at + 1}${name}`));
});

test("the head of a group stays with its first row and its total with its last, wherever the page ends", async () => {
  const { length: full } = (await printPages([{ rows: linesOf("A", 80) }]))[0]?.rows ?? [];
  for (const before of [full - 2, full - 1, full]) {
    const pages = await printPages([
      { rows: linesOf("A", before) },
      { head: "Delhi", rows: linesOf("D", 1), total: "1 of these lines" },
    ]);
    for (const { rows } of pages) {
      expect(rows.at(-1)).not.toBe("Delhi");
      expect(rows[0]).not.toMatch(/lines$/);
    }
  }
});
