// Random histories of the queue: people submit, correct, take back and tick in several tabs, while network, disk,
// clock, session and tabs fail; then all works again, and the server's data is compared with the messages people saw.
import fc from "fast-check";
import { expect } from "vitest";
import { seededRandom } from "#demo/random.ts";
import type { Failure } from "#shared/failure.ts";
import { asideOf, type Entry, isKeyTaken, isWaiting, stateOf } from "#web/lib/outbox/entry.ts";
import { changeEntry, isEntry } from "#web/lib/outbox/postings.ts";
import type { Item } from "#web/lib/queue/item.ts";
import { isRefused } from "#web/lib/queue/newest.ts";
import {
  type Body,
  type Device,
  type DeviceTab,
  type DiskMode,
  isValue,
  type NetworkMode,
  newDevice,
} from "./device.ts";

const users = ["asha", "kiran"] as const;

type Action =
  | { do: "submit"; tab: number; kind: "good" | "bad" | "poison" | "ahead" }
  | { do: "submit again"; form: number; changed: boolean; good: boolean }
  | { do: "set"; tab: number; key: "a1" | "a2" | "a3" | "b1" }
  | { do: "undo" | "discard" | "open"; entry: number }
  | { do: "network"; mode: NetworkMode }
  | { do: "disk"; mode: DiskMode }
  | { do: "clock"; hours: number }
  | { do: "release"; build: string }
  | { do: "kill"; tab: number }
  | { do: "sign in"; user: number }
  | { do: "sign out" | "revoke" | "lock out" | "return" }
  | { do: "wait"; seconds: number };

const route = "POST /v1/transactions/in";

const oneOf = <const T>(...all: T[]) => fc.constantFrom(...all);
const some = fc.nat(5);

const submit = fc.record({
  do: oneOf("submit"),
  tab: some,
  kind: oneOf("good", "good", "good", "bad", "poison", "ahead", "ahead"),
});
const again = fc.record({ do: oneOf("submit again"), form: some, changed: fc.boolean(), good: fc.boolean() });
const set = fc.record({ do: oneOf("set"), tab: some, key: oneOf("a1", "a2", "a3", "b1") });
const touch = fc.record({ do: oneOf("undo", "discard", "open"), entry: some });
const network = fc.record({
  do: oneOf("network"),
  mode: oneOf("well", "offline", "loses", "loses answers", "holds", "portal", "5xx", "429", "mixed"),
});
const disk = fc.record({ do: oneOf("disk"), mode: oneOf("well", "full", "refuses", "slow", "hangs") });
const builds = ["new", "new 2", "old", "old 2", ""] as const;
const release = fc.record({ do: oneOf("release"), build: oneOf(...builds) });
const kill = fc.record({ do: oneOf("kill"), tab: some });
const signIn = fc.record({ do: oneOf("sign in"), user: fc.nat(1) });
const moment = fc.record({ do: oneOf("wait"), seconds: oneOf(0, 0.1, 0.2, 0.4, 0.7, 1) });

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: submit },
  { weight: 4, arbitrary: again },
  { weight: 4, arbitrary: set },
  { weight: 2, arbitrary: touch },
  { weight: 6, arbitrary: network },
  { weight: 1, arbitrary: disk },
  { weight: 1, arbitrary: fc.record({ do: oneOf("clock"), hours: oneOf(-48, -1, 0, 1, 30) }) },
  { weight: 2, arbitrary: release },
  { weight: 2, arbitrary: kill },
  { weight: 2, arbitrary: signIn },
  { weight: 2, arbitrary: fc.record({ do: oneOf("sign out", "revoke", "lock out", "return") }) },
  { weight: 10, arbitrary: fc.record({ do: oneOf("wait"), seconds: oneOf(0, 0.1, 0.4, 1, 5, 20, 70) }) },
);

const isWell = fc.constant<Action>({ do: "network", mode: "well" });
const isWaitedFor = (seconds: number) => fc.constant<Action>({ do: "wait", seconds });
const last = fc.record({
  do: oneOf("submit again"),
  form: fc.constant(0),
  changed: fc.constant(true),
  good: fc.boolean(),
});

/** Sequences of actions that chance seldom produces. */
const episode: fc.Arbitrary<Action[]> = fc.oneof(
  // A form is corrected while the next try of its first request is on its way.
  fc.tuple(
    fc.constant<Action>({ do: "network", mode: "5xx" }),
    fc.record({ do: oneOf("submit"), tab: some, kind: oneOf("good", "bad") }),
    isWaitedFor(1),
    isWell,
    isWaitedFor(1.5),
    moment,
    last,
    moment,
  ),
  // An entry that may have taken effect is taken back, opened or discarded.
  fc.tuple(
    fc.constant<Action>({ do: "network", mode: "offline" }),
    submit,
    moment,
    fc.record({ do: oneOf("network"), mode: oneOf("loses answers", "5xx", "mixed") }),
    fc.constant<Action>({ do: "return" }),
    fc.record({ do: oneOf("wait"), seconds: oneOf(1, 5, 20) }),
    touch,
    moment,
    isWell,
  ),
  // Somebody else signs in while an item is stored or sent.
  fc.tuple(
    isWell,
    submit,
    fc.oneof(submit, set, last),
    moment,
    signIn,
    moment,
    submit,
    fc.oneof(submit, set),
    moment,
    signIn,
  ),
  // Somebody else signs in while the values of a refused call are sent one by one.
  fc.tuple(
    isWell,
    fc.record({ do: oneOf("set"), tab: fc.constant(0), key: oneOf("a1") }),
    fc.record({ do: oneOf("set"), tab: fc.constant(0), key: oneOf("a3") }),
    isWaitedFor(0.7),
    moment,
    signIn,
    moment,
  ),
  // A value changes while its refusal is on its way.
  fc.tuple(
    fc.constant<Action>({ do: "sign in", user: 1 }),
    fc.constant<Action>({ do: "lock out" }),
    set,
    isWaitedFor(0.4),
    moment,
    set,
    moment,
    fc.constant<Action>({ do: "lock out" }),
  ),
  // A release is rolled back while an app that is newer has entries, and comes again.
  fc.tuple(
    isWell,
    fc.record({ do: oneOf("release"), build: oneOf("old", "") }),
    fc.record({ do: oneOf("submit"), tab: some, kind: oneOf("ahead") }),
    fc.oneof(moment, network),
    submit,
    fc.oneof(moment, touch, last, kill),
    release,
  ),
  // The disk fails for a while, and later a tab is killed.
  fc.tuple(disk, submit, moment, network, fc.constant<Action>({ do: "disk", mode: "well" }), submit, moment, kill),
);

export const history = fc.record({
  seed: fc.nat(),
  actions: fc
    .array(fc.oneof({ weight: 5, arbitrary: fc.tuple(action) }, { weight: 1, arbitrary: episode }), {
      minLength: 10,
      maxLength: 45,
      size: "max",
    })
    .map((parts): Action[] => parts.flat()),
});
export type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** An open form, with its key as `post.ts` handles it, and the last message that its person saw. */
interface Form {
  id: number;
  user: string;
  tab: DeviceTab;
  key: string;
  version: number;
  /** The last body that was stored. */
  body: Body | undefined;
  earlier: Body[];
  message: "nothing" | "saved" | "refused" | "taken" | "kept" | "troubled";
  session: number;
  presses: number;
  /** The submission may or may not be stored if the tab is killed now. */
  isStoring: boolean;
  /** Its person has taken it back, or discarded it. */
  takenBack?: "deleted" | "waits" | "discarded";
  isUndone?: boolean;
  order: number;
}

const newPeople = (device: Device) => {
  const forms: Form[] = [];
  let stored = 0;

  const press = async (form: Form, body: Body, corrects = false) => {
    const input = { body };
    const { message } = form;
    form.presses += 1;
    form.isStoring = true;
    form.message = "nothing";
    const submission = await form.tab.submit({ _id: form.user, name: form.user }, route, input as never, {
      key: form.key,
      earlier: form.earlier.map((one) => ({ route, input: { body: one } })),
      corrects,
    });
    if (!form.tab.isAlive()) return;
    form.isStoring = false;
    if (!submission) {
      // There was nothing to correct any more: what its form has said still holds.
      form.message = message;
      return;
    }
    form.body = body;
    // What stood aside is meant again.
    if (corrects) delete form.takenBack;
    form.order ||= ++stored;
    form.earlier = [...submission.earlier.map((one) => one.input.body as Body), body];
    const resting = await submission.resting;
    if (resting.is !== "settled") form.message = resting.is;
    const result = resting.is === "settled" ? resting.result : await resting.later;
    if (result.ok) form.message = "saved";
    else form.message = isKeyTaken(result.failure as Failure) ? "taken" : "refused";
  };

  return {
    forms,
    submit: (tab: DeviceTab, kind: "good" | "bad" | "poison" | "ahead") => {
      const user = device.user();
      if (user === undefined) return;
      const form: Form = {
        id: forms.length,
        user,
        tab,
        key: `key ${forms.length}`,
        version: 0,
        body: undefined,
        earlier: [],
        message: "nothing",
        session: device.session(),
        presses: 0,
        isStoring: false,
        order: 0,
      };
      forms.push(form);
      void press(form, { form: form.id, version: 0, ...(kind !== "good" && { [kind]: true }) });
    },
    /** The form is still open: it was refused, or the server was in trouble. */
    submitAgain: (form: Form | undefined, changed: boolean, good: boolean) => {
      const isOpen = form?.tab.isAlive() && form.session === device.session() && form.body && !form.takenBack;
      if (!form?.body || !isOpen || !["refused", "troubled"].includes(form.message)) return;
      if (changed) form.version += 1;
      const { bad: _, poison: __, ...body } = form.body;
      void press(form, changed ? { ...body, version: form.version, ...(!good && { bad: true }) } : form.body);
    },
    /** Opens an entry that stands aside, and corrects it. */
    open: (tab: DeviceTab, entry: Entry) => {
      const form = forms.find(({ key }) => key === entry.key);
      const aside = asideOf(entry);
      if (!form || !aside || aside.is === "superseded") return;
      form.version += 1;
      Object.assign(form, { tab, earlier: [], session: device.session() });
      void press(form, { form: form.id, version: form.version }, true);
    },
  };
};

export const runHistory = async ({ seed, actions }: History): Promise<void> => {
  const device = newDevice(seededRandom(seed).next);
  const { time, server, disk } = device;
  const people = newPeople(device);
  const unreadable = [{ kind: "posting", nothing: true }, "text"];
  for (const row of unreadable) disk.put(row);
  device.signIn(users[0]);
  const tabs = [device.openTab(), device.openTab()];
  /** The disk failed: entries may be lost with their tab, and two tabs may hold different ones. */
  let isDiskTrusted = true;
  /** Keys of items that only one tab had when it was killed. */
  const lost = new Set<string>();
  /** The clock jumped: entries that seem more than a day old wait for confirmation, and later ones go first. */
  let isClockTrusted = true;
  const tabOf = (index: number) => tabs[index % tabs.length] as DeviceTab;
  const signIn = (user: string) => {
    device.signIn(user);
    for (const tab of tabs) tab.restart();
  };
  const own = (tab: DeviceTab): Entry[] =>
    tab.store
      .items()
      .filter(isEntry)
      .filter(({ user }) => user._id === device.user());
  const kill = (tab: DeviceTab) => {
    const stored = disk.rows().map((row) => JSON.stringify(row));
    if (!isDiskTrusted)
      for (const item of tab.store.items()) if (!stored.includes(JSON.stringify(item))) lost.add(item.key);
    tab.kill();
    tabs.splice(tabs.indexOf(tab), 1, device.openTab());
  };
  const takeBack = async (how: "undo" | "discard", tab: DeviceTab, entry: Entry) => {
    const form = people.forms.find(({ key }) => key === entry.key);
    // Nobody takes back a reversal here.
    if (!form) return;
    if (how === "undo") form.isUndone = true;
    const wasStoring = form.isStoring;
    form.isStoring = true;
    const done = await changeEntry(
      tab.store,
      entry,
      how === "undo" ? { is: "taken back", reversal: `undo of ${entry.key}` } : { is: "discarded" },
    );
    form.isStoring = wasStoring;
    // What was refused meanwhile can only be discarded.
    if (!done || (done.after && asideOf(done.after))) return;
    form.takenBack = how === "discard" ? "discarded" : done.after ? "waits" : "deleted";
  };

  const act = async (one: Action): Promise<void> => {
    switch (one.do) {
      case "submit":
        return people.submit(tabOf(one.tab), one.kind);
      case "submit again":
        return people.submitAgain(people.forms.at(-1 - (one.form % people.forms.length)), one.changed, one.good);
      case "set":
        return void tabOf(one.tab).set(one.key);
      case "undo":
      case "discard":
      case "open": {
        const tab = tabOf(one.entry);
        const entries = own(tab);
        const entry = entries[one.entry % entries.length];
        if (!entry) return;
        if (one.do === "open") return people.open(tab, entry);
        if (one.do === "undo" && isRefused(entry)) return;
        return void takeBack(one.do, tab, entry);
      }
      case "network":
        return device.setNetwork(one.mode);
      case "disk":
        if (one.mode !== "well") isDiskTrusted = false;
        return disk.set(one.mode);
      case "clock":
        isClockTrusted = false;
        return device.setSkew(one.hours * 3_600_000);
      case "release":
        server.build = one.build;
        return;
      case "kill":
        return kill(tabOf(one.tab));
      case "sign in":
        return signIn(users[one.user] as string);
      case "sign out":
        return device.signOut();
      case "revoke":
        return device.revoke();
      case "lock out":
        return void (server.barred.has("kiran") ? server.barred.clear() : server.barred.add("kiran"));
      case "return":
        for (const tab of tabs) tab.returnTo();
        return;
      case "wait":
        return time.pass(one.seconds * 1_000);
    }
  };
  for (const one of actions) await act(one);
  const isBarred = actions.some((one) => one.do === "lock out");

  // The disk works again: items that only tabs hold are stored, even before there is a network.
  disk.set("well");
  device.setSkew(0);
  device.setNetwork("offline");
  for (const tab of tabs) tab.returnTo();
  await time.pass(20_000);
  expect(tabs.flatMap((tab) => tab.store.items()).filter(({ unstored }) => unstored)).toEqual([]);
  if (seed % 2 === 0) for (const tab of [...tabs]) kill(tab);
  server.barred.clear();
  server.build = "new 3";
  // An entry that the server never takes holds up no other.
  device.setNetwork("well");
  const poisoned = actions.filter((one) => one.do === "submit" && one.kind === "poison").length;
  for (const user of users) {
    signIn(user);
    await time.pass(400_000 * (1 + poisoned));
    const waiting = own(tabs[0] as DeviceTab).filter((entry) => isWaiting(stateOf(entry, time.now())));
    expect(waiting.filter(({ input }) => !(input.body as Body).poison)).toEqual([]);
  }
  server.isMended = true;
  for (const user of users) {
    // Entries that fail at first are retried without help.
    device.setNetwork("mixed");
    signIn(user);
    await time.pass(30_000);
    device.setNetwork("well");
    // Calls of another user may have ended the session.
    if (device.user() !== user) signIn(user);
    await time.pass(180_000);
    const [tab] = tabs as [DeviceTab];
    for (const entry of own(tab).filter((one) => stateOf(one, time.now()).is === "outdated"))
      void changeEntry(tab.store, entry, { is: "confirmed" });
    await time.pass(180_000);
  }
  check({ device, forms: people.forms, isDiskTrusted, isClockTrusted, isBarred, lost, unreadable });
};

const isRefusedReversal = (entry: Entry, movement: string): boolean =>
  entry.route === "POST /v1/transactions/{id}/reverse" && entry.input.path?.id === movement && isRefused(entry);

interface Outcome {
  device: Device;
  forms: readonly Form[];
  isDiskTrusted: boolean;
  isClockTrusted: boolean;
  /** Kiran was barred for a while. */
  isBarred: boolean;
  lost: ReadonlySet<string>;
  unreadable: readonly unknown[];
}

const check = ({
  device: { server, disk, held, troubles, set },
  forms,
  isDiskTrusted,
  isClockTrusted,
  isBarred,
  lost,
  unreadable,
}: Outcome): void => {
  const left = disk.rows();
  for (const row of unreadable) expect(left).toContainEqual(row);
  const items = left.filter((row) => !unreadable.includes(row)) as Item[];
  // Nothing waits for ever.
  expect(items.filter((item) => !isRefused(item as Entry))).toEqual([]);
  for (const form of forms) {
    const effects = server.effects.filter((effect) => effect.form === form.id);
    expect(effects.length).toBeLessThanOrEqual(1);
    const [effect] = effects;
    if (effect) expect(effect.user).toBe(form.user);
    const reversals = server.reversed.filter((movement) => movement === effect?.movement);
    expect(reversals.length).toBeLessThanOrEqual(form.isUndone ? 1 : 0);
    // Skips requests that arrive after their refusal was shown, or after they were taken back.
    if (held.has(form.id) || form.isStoring || !form.body) continue;
    const wasBarred = isBarred && form.user === "kiran";
    const isUnclear = wasBarred || lost.has(form.key) || form.presses > 1 || form.takenBack;
    if (!isDiskTrusted && isUnclear) continue;
    const entry = items.find(({ key }) => key === form.key) as Entry | undefined;
    const fate = { form, effect, entry };
    if (form.takenBack === "deleted") expect(fate).toMatchObject({ effect: undefined });
    else if (form.takenBack === "waits" && effect && !entry)
      // Its person sees why it was not reversed.
      expect(reversals.length === 1 || items.some((item) => isRefusedReversal(item as Entry, effect.movement))).toBe(
        true,
      );
    else if (form.takenBack) continue;
    // The effect of an entry that stepped aside because of trouble is unknown.
    else if (entry && asideOf(entry)?.is === "failed") continue;
    else if (effect?.version === form.body.version)
      expect({ ...fate, reversals }).toMatchObject({ entry: undefined, reversals: [] });
    // Its person sees what took effect instead.
    else if (effect && entry) {
      expect(asideOf(entry)).toMatchObject({
        is: "superseded",
        effective: { input: { body: { version: effect.version } } },
      });
    } else if (effect) expect(form.message).toBe("taken");
    // Its person sees why it was refused, and it is this request that was refused.
    else {
      expect(entry ? isRefused(entry) : form.message === "refused").toBe(true);
      expect(form.body.bad || wasBarred).toBeTruthy();
    }
  }
  expect(server.strangers).toEqual([]);
  // A refusal belongs to the refused revision.
  const refusedValues = items.filter(isValue).filter(({ refusal }) => refusal !== undefined);
  for (const { key, rev } of refusedValues) expect(server.refused).toContain(`${key} ${rev}`);
  if (!isDiskTrusted) return;
  // The server has the latest revision of each key, or a later one whose tab was killed while it was stored.
  for (const [name, least] of set) {
    const aside = items.some((item) => item.key === name && isRefused(item as Entry));
    if (!aside) expect(server.values.get(name)).toBeGreaterThanOrEqual(least);
  }
  if (!isClockTrusted) return;
  for (const user of users) {
    const isPlain = (id: number) => {
      const form = forms[id];
      return (
        form?.order && form.presses === 1 && !form.takenBack && !held.has(id) && !form.body?.poison && !form.body?.ahead
      );
    };
    // Entries after one that the server cannot take may go first.
    if ([...troubles.values()].some((times) => times >= 5)) continue;
    const orders = server.effects
      .filter((one) => one.user === user && isPlain(one.form))
      .map((one) => forms[one.form]?.order);
    expect(orders).toEqual(orders.toSorted((a = 0, b = 0) => a - b));
  }
};
