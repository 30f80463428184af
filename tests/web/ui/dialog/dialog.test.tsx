// Dialogs: focus, closing, and unsaved input.
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Button } from "#web/ui/button.tsx";
import { useConfirm } from "#web/ui/dialog/confirm.tsx";
import { FormDialog } from "#web/ui/dialog/dialog.tsx";
import { Input } from "#web/ui/form/field.tsx";
import { mount } from "../../mount.tsx";

const submitted = vi.fn((event: React.FormEvent) => event.preventDefault());

function Add({ chain = false }: { chain?: boolean }) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && (
        <FormDialog title="Add" dirty={text !== ""} chain={chain} onClose={() => setOpen(false)} onSubmit={submitted}>
          <Input label="Code" value={text} onChange={(event) => setText(event.target.value)} />
          <Input label="Name" />
        </FormDialog>
      )}
    </>
  );
}

const dialog = () => page.getByRole("dialog", { name: "Add" });
const openDialog = async (node = <Add />) => {
  mount(node);
  await page.getByRole("button", { name: "Open" }).click();
  await expect.element(page.getByLabelText("Code")).toHaveFocus();
};

test("an unchanged dialog closes by Escape and returns the focus", async () => {
  await openDialog();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Open" })).toHaveFocus();
});

test("a changed dialog asks first, with the focus on the harmless answer", async () => {
  await openDialog();
  await page.getByLabelText("Code").fill("BLR-01");
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Keep editing" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Code")).toHaveValue("BLR-01");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("Ctrl+Enter submits from any field", async () => {
  submitted.mockClear();
  await openDialog();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(submitted).toHaveBeenCalledOnce();
});

test("in a chained form Enter moves to the next field and only the last field submits", async () => {
  submitted.mockClear();
  await openDialog(<Add chain />);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Name")).toHaveFocus();
  expect(submitted).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  expect(submitted).toHaveBeenCalledOnce();
});

function Delete({ answered }: { answered: (yes: boolean) => void }) {
  const confirm = useConfirm();
  const ask = async () =>
    answered(
      await confirm({
        title: "Delete",
        text: "Continue?",
        action: "Delete product",
        detail: (allow) => <Button onClick={() => allow(true)}>Count</Button>,
      }),
    );
  return <Button onClick={ask}>Ask</Button>;
}

test("a confirmation focuses Cancel, and its action is disabled until allowed", async () => {
  const answered = vi.fn();
  mount(<Delete answered={answered} />);
  await page.getByRole("button", { name: "Ask" }).click();
  await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
  const action = page.getByRole("button", { name: "Delete product" });
  await expect.element(action).toBeDisabled();
  await page.getByRole("button", { name: "Count" }).click();
  await action.click();
  await expect.poll(() => answered.mock.calls).toEqual([[true]]);
});
