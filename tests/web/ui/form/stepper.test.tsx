// A quantity by minus and plus.
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Stepper } from "#web/ui/form/stepper.tsx";
import { mount } from "../../mount.tsx";

function Quantity({ start }: { start: number }) {
  const [units, setUnits] = useState<number | undefined>(start);
  return <Stepper of="bibs" aria-label="Quantity" value={units} onChange={setUnits} max={3} />;
}

test.each([
  ["Less bibs", 2, 1],
  ["More bibs", 2, 3],
])("%s keeps the focus at its end and does nothing more", async (name, start, end) => {
  mount(<Quantity start={start} />);
  const button = page.getByRole("button", { name });
  await expect.element(button).toBeInTheDocument();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Quantity")).toHaveValue(end);
  await expect.element(button).toHaveAttribute("aria-disabled", "true");
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Quantity")).toHaveValue(end);
  await expect.element(button).toHaveFocus();
});
