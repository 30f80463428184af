// Writes from the browser: one effect however often it is pressed.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { deleting, useMutation } from "#web/lib/api/use-mutation.ts";
import { type Answered, answering, mount, signedIn } from "../../mount.tsx";

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

test("the toast goes from Processing to done under one id", async () => {
  signedIn();
  let finish: (answer: Answered) => void = () => undefined;
  answering(() => new Promise<Answered>((resolve) => (finish = resolve)));
  mount(<StockOut quantity={3} />);
  await press();
  await expect.element(page.getByText("Processing")).toBeVisible();
  finish([201, posted]);
  await expect.element(page.getByText("Stock updated successfully")).toBeVisible();
  await expect.element(page.getByText("Processing")).not.toBeInTheDocument();
});

test("a double press sends once", async () => {
  signedIn();
  const asked = answering(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return [201, posted];
  });
  mount(<StockOut quantity={3} />);
  await expect.element(page.getByText("Submit")).toBeVisible();
  const button = page.getByRole("button", { name: "Submit" }).element() as HTMLElement;
  button.click();
  button.click();
  await expect.element(page.getByText("Stock updated successfully")).toBeVisible();
  expect(asked.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("another input that comes while one runs is sent too, and what became of each is said", async () => {
  signedIn();
  const answers = new Map<string, (answer: Answered) => void>();
  const asked = answering(({ path }) => new Promise<Answered>((resolve) => answers.set(path, resolve)));
  mount(<Deletes ids={["u1", "u2"]} />);
  for (const id of ["u1", "u2", "u1"]) await page.getByRole("button", { name: `Delete ${id}` }).click();
  await expect.poll(() => asked.map(({ path }) => path)).toEqual(["/v1/users/u1", "/v1/users/u2"]);
  answers.get("/v1/users/u1")?.([409, { details: [{ message: "The last one who may" }] }]);
  await expect.element(page.getByRole("alert")).toMatchTextContent(/The last one who may/);
  await expect.element(page.getByText("Deleting")).toBeVisible();
  await expect.element(page.getByText("busy")).toBeVisible();
  answers.get("/v1/users/u2")?.([204]);
  await expect.element(page.getByText("Deleted")).toBeVisible();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/The last one who may/);
  await expect.element(page.getByText("at rest")).toBeVisible();
});

test("without an answer only that very posting is sent again, under its key, also after a reload", async () => {
  signedIn();
  let broken = true;
  const asked = answering(() => (broken ? Promise.reject(new TypeError("lost")) : [201, posted]));
  const unmount = mount(<StockOut quantity={3} />);
  await press();
  await expect.element(page.getByText("unsure of 3")).toBeVisible();
  await unmount();
  mount(<StockOut quantity={8} />);
  await expect.element(page.getByText("unsure of 3")).toBeVisible();
  broken = false;
  await press();
  await expect.element(page.getByText("settled")).toBeVisible();
  const [first, second] = asked.filter(({ method }) => method === "POST");
  expect(second?.headers.get("idempotency-key")).toBe(first?.headers.get("idempotency-key"));
  expect(second?.body).toBe(first?.body);
});

test("what was left on its way is said to be so where it is opened again, and its outcome is heard there", async () => {
  signedIn();
  let finish: (answer: Answered | Promise<never>) => void = () => undefined;
  const asked = answering(() => new Promise<Answered>((resolve) => (finish = resolve)));
  const leave = async (quantity: number) => {
    const unmount = mount(<StockOut quantity={quantity} />);
    await press();
    await expect.poll(() => String(asked.at(-1)?.body)).toContain(`"quantity":${quantity}`);
    await unmount();
    return mount(<StockOut quantity={8} />);
  };
  const unmount = await leave(3);
  await expect.element(page.getByText("on its way")).toBeVisible();
  await press();
  finish([201, posted]);
  await expect.element(page.getByText("settled")).toBeVisible();
  expect(asked.filter(({ method }) => method === "POST")).toHaveLength(1);
  await unmount();
  await leave(4);
  await expect.element(page.getByText("on its way")).toBeVisible();
  finish(Promise.reject(new TypeError("lost")));
  await expect.element(page.getByText("unsure of 4")).toBeVisible();
});

test("a throttle says of a first try that nothing was done, and of another one nothing of the first", async () => {
  signedIn();
  const answers: (Answered | Error)[] = [[429], new TypeError("lost"), [429], [201, posted]];
  const asked = answering(() => {
    const answer = answers.shift() ?? [500];
    return answer instanceof Error ? Promise.reject(answer) : (answer as Answered);
  });
  mount(<StockOut quantity={3} />);
  await press();
  await expect.element(page.getByText("Too many attempts, try again later")).toBeVisible();
  await expect.element(page.getByText("settled")).toBeVisible();
  await press();
  await expect.element(page.getByText("unsure of 3")).toBeVisible();
  await press();
  await expect.poll(() => asked.length).toBe(3);
  await expect.element(page.getByText("unsure of 3")).toBeVisible();
  await press();
  await expect.element(page.getByText("settled")).toBeVisible();
  const keys = asked.map(({ headers }) => headers.get("idempotency-key"));
  expect(keys[0]).not.toBe(keys[1]);
  expect(new Set(keys.slice(1)).size).toBe(1);
});

test("after a refusal the next press is a new posting", async () => {
  signedIn();
  const details = [{ product: "p1", message: "Not enough stock: 2 available", available: 2 }];
  const asked = answering(() => [422, { details }]);
  mount(<StockOut quantity={3} />);
  await press();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/Unable to process request/);
  await expect.element(page.getByRole("alert")).toMatchTextContent(/Not enough stock: 2 available/);
  await press();
  await expect.poll(() => asked.length).toBe(2);
  const [first, second] = asked;
  expect(second?.headers.get("idempotency-key")).not.toBe(first?.headers.get("idempotency-key"));
});
