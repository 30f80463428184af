// Dates as day-month-year over the native input.
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { DateField } from "#web/ui/form/date-field.tsx";
import { mount } from "../../mount.tsx";

function Day({ start }: { start: string }) {
  const [day, setDay] = useState(start);
  return <DateField label="Start" value={day} onChange={setDay} max="2026-11-21" />;
}

const overlay = () => document.querySelector("input + span") as HTMLElement;

test("the field shows day-month-year in every browser language, and the native text only while editing", async () => {
  mount(<Day start="2026-11-19" />);
  await expect.element(page.getByLabelText("Start")).toHaveValue("2026-11-19");
  expect(overlay()).toHaveTextContent("19-11-2026");
  expect(overlay()).toBeVisible();
  (page.getByLabelText("Start").element() as HTMLElement).focus();
  await expect.poll(() => getComputedStyle(overlay()).visibility).toBe("hidden");
});

test("it stays a native date input, filled by yyyy-mm-dd; a day after the maximum becomes that when the field is left", async () => {
  mount(<Day start="2026-11-19" />);
  const field = page.getByLabelText("Start");
  await field.fill("2026-11-20");
  await expect.element(page.getByText("20-11-2026")).toBeInTheDocument();
  await field.fill("2027-01-01");
  (field.element() as HTMLElement).focus();
  (field.element() as HTMLElement).blur();
  await expect.element(page.getByText("21-11-2026")).toBeInTheDocument();
});
