// A quantity by minus and plus, and typed into the field of a form.
import { useState } from "react";
import * as v from "valibot";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Quantity } from "#shared/field.ts";
import { useField, useForm } from "#web/lib/forms/use-form.ts";
import { QuantityField, Stepper } from "#web/ui/form/stepper.tsx";
import { mount } from "../../mount.tsx";

function Bibs({ start }: { start: number }) {
  const [units, setUnits] = useState(start);
  return <Stepper of="bibs" aria-label="Quantity" value={units} onChange={setUnits} max={3} />;
}

test.each([
  ["Less bibs", 2, 1],
  ["More bibs", 2, 3],
])("%s keeps the focus at the limit and does nothing more", async (name, start, end) => {
  mount(<Bibs start={start} />);
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

const schema = v.object({ quantity: Quantity });

function Order({ sent }: { sent: number[] }) {
  const form = useForm({ schema, start: { quantity: 120 } });
  const submit = form.submit(
    async ({ quantity }) => {
      sent.push(quantity);
      return { ok: true, answer: quantity };
    },
    () => undefined,
  );
  return (
    <form onSubmit={submit} noValidate>
      <QuantityField label="Quantity" of="bibs" {...useField(form, "quantity")} />
      <button type="submit">Submit</button>
    </form>
  );
}

const field = page.getByLabelText("Quantity", { exact: true });
const clear = "{Control>}a{/Control}{Delete}";
/** Left of the digits, which are centred. */
const besideDigits = { position: { x: 4, y: 4 } };

test.each<[way: string, into: () => Promise<void>, left: number | null]>([
  ["Ctrl A and Delete", () => userEvent.keyboard(`{Tab}${clear}`), null],
  ["Backspace, digit by digit", () => userEvent.keyboard("{Tab}{End}{Backspace}{Backspace}{Backspace}"), null],
  ["a press on its digits", () => userEvent.click(field), 120],
  ["a press beside them", () => userEvent.click(field, besideDigits), 120],
  ["a double click", () => userEvent.dblClick(field), 120],
])("after %s the typed digits are the whole number, which is submitted", async (_, into, left) => {
  const sent: number[] = [];
  mount(<Order sent={sent} />);
  await expect.element(field).toHaveValue(120);
  // The focus starts on Less, from where Tab leads to the number.
  (page.getByRole("button", { name: "Less bibs" }).element() as HTMLElement).focus();
  await into();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue(left);
  await userEvent.keyboard("37");
  await expect.element(field).toHaveValue(37);
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => sent).toEqual([37]);
});

test("the press that focuses the field does not place the caret, as WebKit would; a second press does", async () => {
  mount(<Order sent={[]} />);
  const prevented: boolean[] = [];
  const end = (event: Event) => prevented.push(event.defaultPrevented);
  addEventListener("mouseup", end);
  onTestFinished(() => removeEventListener("mouseup", end));
  await expect.element(field).toBeInTheDocument();
  const { style } = field.element() as HTMLElement;
  // As if a message had appeared above it.
  addEventListener("mousedown", () => Object.assign(style, { translate: "0 99px" }), { once: true });
  await userEvent.click(field);
  await userEvent.click(field, besideDigits);
  await userEvent.keyboard("7");
  await expect.element(field).toHaveValue(7_120);
  expect(prevented).toEqual([true, false]);
});

test("an emptied number stays empty, and is required on submit", async () => {
  const sent: number[] = [];
  mount(<Order sent={sent} />);
  await userEvent.click(field);
  await userEvent.keyboard(`${clear}{Enter}`);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Required");
  await expect.element(field).toHaveValue(null);
  await expect.element(field).toHaveFocus();
  expect(sent).toEqual([]);
});
