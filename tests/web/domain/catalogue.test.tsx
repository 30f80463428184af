// The catalogue on the device, seen through the lists to choose from: cached, and never blocking a screen.
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { catalogueAnswer } from "#tests/support/catalogue-answer.ts";
import { useApplicationContext } from "#web/domain/application-context.ts";
import { CatalogueProvider } from "#web/domain/catalogue.tsx";
import { lastKnown } from "#web/lib/api/offline-cache.ts";
import { logout, session } from "#web/lib/api/session.ts";
import { type MockAnswer, mockApi, mount, signedIn } from "../mount.tsx";

const lists = (...names: string[]) => catalogueAnswer(names.map((name) => ({ _id: name, p_id: name, name })));

function Names() {
  const { product, refreshing } = useApplicationContext();
  return (
    <output>
      {product.map(({ name }) => name).join(" ") || "nothing"} {refreshing ? "refreshing" : "fresh"}
    </output>
  );
}

/** An answer of an earlier test may be stored late. */
const storedWith = (name: string) =>
  expect.poll(async () => JSON.stringify(await lastKnown("/v1/app/catalogue"))).toContain(name);

const provider = (
  <CatalogueProvider>
    <Names />
  </CatalogueProvider>
);

const shown = (text: string) => expect.element(page.getByText(text)).toBeVisible();
const begins = (text: string) => {
  mount(provider);
  return shown(text);
};

/** An earlier visit, whose answer was stored. */
const visited = async (name: string) => {
  signedIn();
  mockApi(() => [200, lists(name)]);
  const unmount = mount(provider);
  await storedWith(name);
  await unmount();
};

test("a later ask has the cursor of the last answer, also after a new start, and gets only what has changed", async () => {
  signedIn();
  let answer = { ...lists("bib", "cup"), cursor: "first" };
  const requests = mockApi(() => [200, answer]);
  const since = (at = -1) => new URL(requests.at(at)?.path ?? "", "http://api").searchParams.get("since");
  const unmount = mount(provider);
  await shown("bib cup fresh");
  await storedWith("bib");
  expect(since(0)).toBeNull();
  await unmount();
  const [, cup] = lists("bib", "cup").products;
  answer = {
    ...lists(),
    whole: false,
    products: [{ ...cup, name: "mug" } as (typeof answer.products)[number]],
    cursor: "second",
  };
  const before = requests.length;
  await begins("bib mug fresh");
  expect(since(before)).toBe("first");
  answer = { ...lists(), whole: false, cursor: "third" };
  vi.spyOn(Math, "random").mockReturnValue(0);
  dispatchEvent(new Event("online"));
  await expect.poll(() => since()).toBe("second");
  await shown("bib mug fresh");
});

test("a device that takes longer to unpack its catalogue than a storage may take to answer still begins with it", async () => {
  await visited("bib");
  const timeouts: (() => void)[] = [];
  const wait = setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((task: () => void, milliseconds?: number) => {
    if (milliseconds === 1_000) timeouts.push(task);
    return wait(task, milliseconds);
  }) as typeof setTimeout);
  const { json } = Response.prototype;
  vi.spyOn(Response.prototype, "json").mockImplementation(function (this: Response) {
    for (const timeout of timeouts) timeout();
    return json.call(this);
  });
  const requests = mockApi(() => new Promise(() => undefined));
  await begins("bib refreshing");
  expect(timeouts.length).toBeGreaterThan(0);
  await expect.poll(() => requests.at(-1)?.path).toContain("since=");
});

test("returning to the tab reads the context again, but not every time", async () => {
  signedIn();
  let now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now);
  let name = "bib";
  const requests = mockApi(() => [200, lists(name)]);
  await begins("bib fresh");
  const before = requests.length;
  now += 29_000;
  dispatchEvent(new Event("focus"));
  expect(requests.length).toBe(before);
  name = "towel";
  now += 2_000;
  dispatchEvent(new Event("focus"));
  await shown("towel fresh");
  expect(requests.length).toBe(before + 1);
});

test("a failure is logged without a toast, and the cached lists stay", async () => {
  await visited("romper");
  mockApi(() => [500]);
  await begins("romper fresh");
  expect(page.getByText("Internal server error, try again").elements()).toHaveLength(0);
  expect(console.error).toHaveBeenCalled();
  expect(session().token).not.toBeNull();
});

test("a cursor that is refused is followed by an ask for the whole", async () => {
  await visited("bonnet");
  const requests = mockApi(({ path }) =>
    path.includes("since") ? [400, { code: "BAD_REQUEST" }] : [200, lists("bonnet", "mitten")],
  );
  await begins("bonnet mitten fresh");
  expect(requests.some(({ path }) => path.includes("since"))).toBe(true);
});

test("the context of a user who has signed out is not used", async () => {
  await visited("bib");
  logout();
  signedIn("token-2");
  mockApi(() => new Promise(() => undefined));
  await begins("nothing refreshing");
  expect(await lastKnown("/v1/app/catalogue")).toBeNull();
  await shown("nothing refreshing");
});

test("the context works when the browser's storage is blocked", async () => {
  signedIn();
  mockApi(() => [200, lists("bib")]);
  vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  await begins("bib fresh");
  expect(await lastKnown("/v1/app/catalogue")).toBeNull();
});

// The last test: its fake timers would stop the storing of lists for good.
test("after a failure the context is read again after a while, or when the network returns", async () => {
  // The answer of the test before may be stored only now, and is not that of this session.
  logout();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  signedIn("token-3");
  let answer: MockAnswer = [500];
  const requests = mockApi(() => answer);
  mount(provider);
  // Before the unmount, which waits a little.
  onTestFinished(() => void vi.useRealTimers());
  await shown("nothing fresh");
  answer = [200, lists("towel")];
  vi.advanceTimersByTime(10_000);
  await shown("towel fresh");
  answer = [200, lists("towel", "bib")];
  const before = requests.length;
  vi.advanceTimersByTime(15_000);
  // A request of a timer would have been sent by then.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  expect(requests).toHaveLength(before);
  // Devices do not all ask at the moment at which the network returns.
  dispatchEvent(new Event("online"));
  expect(requests).toHaveLength(before);
  vi.advanceTimersByTime(10_000);
  await shown("towel bib fresh");
});
