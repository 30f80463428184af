// Printing from a screen with several printouts.
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { usePrint } from "#web/ui/print/printout.tsx";
import { mount } from "../../mount.tsx";

function Printed({ title }: { title: string }) {
  const { print, portal } = usePrint({ name: title, title, by: "Asha Rao", body: () => null });
  return (
    <>
      <button type="button" onClick={print}>
        Print {title}
      </button>
      {portal}
    </>
  );
}

/** Prints as a browser does, with its two events; collects the headings on paper. */
const printing = () => {
  const papers: string[][] = [];
  vi.spyOn(window, "print").mockImplementation(() => {
    dispatchEvent(new Event("beforeprint"));
    papers.push([...document.querySelectorAll("[data-print] h1")].map(({ textContent }) => textContent));
    dispatchEvent(new Event("afterprint"));
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  return papers;
};

test("a button prints only its own printout, and Ctrl + P after it the screen's again", async () => {
  const papers = printing();
  mount(<Printed title="Low Stock Report" />);
  mount(<Printed title="Transfer Note" />);
  await page.getByRole("button", { name: "Print Transfer Note" }).click();
  await expect.poll(() => papers).toEqual([["Transfer Note"]]);
  window.print();
  expect(papers[1]).toContain("Low Stock Report");
});
