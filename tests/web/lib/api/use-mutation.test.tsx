// Writes from the browser: one effect however often the button is pressed.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { deleting, useMutation } from "#web/lib/api/use-mutation.ts";
import { type MockAnswer, mockApi, mount, signedIn } from "../../mount.tsx";

const posted = { movement: "m1", data: [] };

function StockOut({ quantity }: { quantity: number }) {
  const act = useMutation("POST /v1/transactions/out", {
    messages: ["Processing", "Stock updated successfully"],
    reload: ["/v1/stocks"],
    once: "stock out",
  });
  const body = { product: "p1", warehouse: "w1", quantity };
  const unsure = act.unsure && `unsure of ${(act.unsure as { body: typeof body }).body.quantity}`;
  return (
    <>
      <button type="button" onClick={() => void act.run({ body })}>
        Submit
      </button>
      <output>{act.waiting ? "on its way" : (unsure ?? "settled")}</output>
    </>
  );
}

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

const press = () => page.getByRole("button", { name: "Submit" }).click();

test("one toast changes from Processing to done", async () => {
  signedIn();
  let finish: (answer: MockAnswer) => void = () => undefined;
  mockApi(() => new Promise<MockAnswer>((resolve) => (finish = resolve)));
  mount(<StockOut quantity={3} />);
  await press();
  await expect.element(page.getByText("Processing")).toBeVisible();
  finish([201, posted]);
  await expect.element(page.getByText("Stock updated successfully")).toBeVisible();
  await expect.element(page.getByText("Processing")).not.toBeInTheDocument();
});

test("a double press sends once", async () => {
  signedIn();
  const requests = mockApi(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return [201, posted];
  });
  mount(<StockOut quantity={3} />);
  await expect.element(page.getByText("Submit")).toBeVisible();
  const button = page.getByRole("button", { name: "Submit" }).element() as HTMLElement;
  button.click();
  button.click();
  await expect.element(page.getByText("Stock updated successfully")).toBeVisible();
  expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("another input given while one is being sent is sent too, and the outcome of each is shown", async () => {
  signedIn();
  const answers = new Map<string, (answer: MockAnswer) => void>();
  const requests = mockApi(({ path }) => new Promise<MockAnswer>((resolve) => answers.set(path, resolve)));
  mount(<Deletes ids={["u1", "u2"]} />);
  for (const id of ["u1", "u2", "u1"]) await page.getByRole("button", { name: `Delete ${id}` }).click();
  await expect.poll(() => requests.map(({ path }) => path)).toEqual(["/v1/users/u1", "/v1/users/u2"]);
  answers.get("/v1/users/u1")?.([409, { details: [{ message: "The last one who may" }] }]);
  await expect.element(page.getByRole("alert")).toMatchTextContent(/The last one who may/);
  await expect.element(page.getByText("Deleting")).toBeVisible();
  await expect.element(page.getByText("busy")).toBeVisible();
  answers.get("/v1/users/u2")?.([204]);
  await expect.element(page.getByText("Deleted")).toBeVisible();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/The last one who may/);
  await expect.element(page.getByText("at rest")).toBeVisible();
});

test("without an answer only the same posting can be retried, with its key, also after a reload", async () => {
  signedIn();
  let broken = true;
  const requests = mockApi(() => (broken ? Promise.reject(new TypeError("lost")) : [201, posted]));
  const unmount = mount(<StockOut quantity={3} />);
  await press();
  await expect.element(page.getByText("unsure of 3")).toBeVisible();
  await unmount();
  mount(<StockOut quantity={8} />);
  await expect.element(page.getByText("unsure of 3")).toBeVisible();
  broken = false;
  await press();
  await expect.element(page.getByText("settled")).toBeVisible();
  const [first, second] = requests.filter(({ method }) => method === "POST");
  expect(second?.headers.get("idempotency-key")).toBe(first?.headers.get("idempotency-key"));
  expect(second?.body).toBe(first?.body);
});

test("a form opened again while its posting is being sent says so, and shows the outcome", async () => {
  signedIn();
  let finish: (answer: MockAnswer | Promise<never>) => void = () => undefined;
  const requests = mockApi(() => new Promise<MockAnswer>((resolve) => (finish = resolve)));
  const leave = async (quantity: number) => {
    const unmount = mount(<StockOut quantity={quantity} />);
    await press();
    await expect.poll(() => String(requests.at(-1)?.body)).toContain(`"quantity":${quantity}`);
    await unmount();
    return mount(<StockOut quantity={8} />);
  };
  const unmount = await leave(3);
  await expect.element(page.getByText("on its way")).toBeVisible();
  await press();
  finish([201, posted]);
  await expect.element(page.getByText("settled")).toBeVisible();
  expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  await unmount();
  await leave(4);
  await expect.element(page.getByText("on its way")).toBeVisible();
  finish(Promise.reject(new TypeError("lost")));
  await expect.element(page.getByText("unsure of 4")).toBeVisible();
});

test("throttled, a first try is reported as not done, and a retry says nothing of the first try", async () => {
  signedIn();
  const answers: (MockAnswer | Error)[] = [[429], new TypeError("lost"), [429], [201, posted]];
  const requests = mockApi(() => {
    const answer = answers.shift() ?? [500];
    return answer instanceof Error ? Promise.reject(answer) : (answer as MockAnswer);
  });
  mount(<StockOut quantity={3} />);
  await press();
  await expect.element(page.getByText("Too many attempts, try again later")).toBeVisible();
  await expect.element(page.getByText("settled")).toBeVisible();
  await press();
  await expect.element(page.getByText("unsure of 3")).toBeVisible();
  await press();
  await expect.poll(() => requests.length).toBe(3);
  await expect.element(page.getByText("unsure of 3")).toBeVisible();
  await press();
  await expect.element(page.getByText("settled")).toBeVisible();
  const keys = requests.map(({ headers }) => headers.get("idempotency-key"));
  expect(keys[0]).not.toBe(keys[1]);
  expect(new Set(keys.slice(1)).size).toBe(1);
});

test("after a refusal the next press sends a new posting", async () => {
  signedIn();
  const details = [{ product: "p1", message: "Not enough stock: 2 available", available: 2 }];
  const requests = mockApi(() => [422, { details }]);
  mount(<StockOut quantity={3} />);
  await press();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/Unable to process request/);
  await expect.element(page.getByRole("alert")).toMatchTextContent(/Not enough stock: 2 available/);
  await press();
  await expect.poll(() => requests.length).toBe(2);
  const [first, second] = requests;
  expect(second?.headers.get("idempotency-key")).not.toBe(first?.headers.get("idempotency-key"));
});
