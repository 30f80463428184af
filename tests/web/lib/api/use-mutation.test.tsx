// Writes from the browser: one effect however often the button is pressed.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { deleting, useMutation } from "#web/lib/api/use-mutation.ts";
import { type MockAnswer, mockApi, mount, signedIn } from "../../mount.tsx";

function Deletes({ ids }: { ids: string[] }) {
  const act = useMutation("DELETE /v1/users/{id}", { messages: deleting });
  return (
    <>
      {ids.map((id) => (
        <button key={id} type="button" onClick={() => void act.run({ path: { id } })}>
          Delete {id}
        </button>
      ))}
      <output>{act.busy ? "busy" : "at rest"}</output>
    </>
  );
}

test("a double press sends once, and one toast changes from Deleting to Deleted", async () => {
  signedIn();
  let finish: (answer: MockAnswer) => void = () => undefined;
  const requests = mockApi(() => new Promise<MockAnswer>((resolve) => (finish = resolve)));
  mount(<Deletes ids={["u1"]} />);
  const button = page.getByRole("button", { name: "Delete u1" });
  await button.click();
  await button.click();
  await expect.element(page.getByText("Deleting")).toBeVisible();
  finish([204]);
  await expect.element(page.getByText("Deleted")).toBeVisible();
  await expect.element(page.getByText("Deleting")).not.toBeInTheDocument();
  expect(requests).toHaveLength(1);
});

test("another input given while one is being sent is sent too, and the outcome of each is shown", async () => {
  signedIn();
  const answers = new Map<string, (answer: MockAnswer) => void>();
  const requests = mockApi(({ path }) => new Promise<MockAnswer>((resolve) => answers.set(path, resolve)));
  mount(<Deletes ids={["u1", "u2"]} />);
  for (const id of ["u1", "u2", "u1"]) await page.getByRole("button", { name: `Delete ${id}` }).click();
  await expect.poll(() => requests.map(({ path }) => path)).toEqual(["/v1/users/u1", "/v1/users/u2"]);
  answers.get("/v1/users/u1")?.([409, { code: "CONFLICT", details: [{ message: "The last one who may" }] }]);
  await expect.element(page.getByRole("alert")).toMatchTextContent(/The last one who may/);
  await expect.element(page.getByText("Deleting")).toBeVisible();
  await expect.element(page.getByText("busy")).toBeVisible();
  answers.get("/v1/users/u2")?.([204]);
  await expect.element(page.getByText("Deleted")).toBeVisible();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/The last one who may/);
  await expect.element(page.getByText("at rest")).toBeVisible();
});
