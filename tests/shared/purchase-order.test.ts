// Orders to suppliers: at every moment the units ordered are announced, closed or open.
import { expect, test } from "vitest";
import type { Failure } from "#shared/failure.ts";
import { type From, fromChanged, fromOf, maxOrders, ordersIn, unitsHeld, unitsMoved } from "#shared/from-orders.ts";
import {
  announcedAs,
  announceUnits,
  closeRest,
  moveDays,
  type OrderItem,
  type OrderUnits,
  openUnits,
  orderItemsChanged,
  orderState,
  reopen,
} from "#shared/purchase-order-item.ts";
import {
  type FromOrder,
  hasOutstanding,
  type Item,
  inTransit,
  itemsChanged,
  itemsSent,
} from "#shared/shipment-item.ts";
import { sumBy } from "#shared/sum.ts";
import { compare, figuresOf, type Step, sumByOrder, type Tested } from "#tests/support/order-history.ts";

type Container = Parameters<typeof fromOf>[0];

const refusal = (work: () => unknown): Failure | undefined => {
  try {
    work();
  } catch (failure) {
    return failure as Failure;
  }
  return undefined;
};
/** A container of one product. */
const sent = (quantity: number, ...from: FromOrder[]): Container => ({
  ...{ items: [{ product: "p1", quantity, received: 0 }], from: { p1: from } },
});
const fromOfOrders = ({ items, ...row }: Container, ...of: OrderUnits[]): From =>
  fromChanged({ items, ...row }, items, of);
const units = (order: string, quantity: number, product = "p1"): OrderUnits => ({ order, product, quantity });

test("an order is open, announced in part, or closed once nothing is open", () => {
  expect(orderState([{ quantity: 5 }])).toBe("open");
  expect(orderState([{ quantity: 5, announced: 2, closed: 2 }])).toBe("announced in part");
  expect(orderState([{ quantity: 5, announced: 3, closed: 2 }])).toBe("closed");
  expect(orderState([{ quantity: 5, announced: 5 }])).toBe("announced");
});

test("422 names what is not open, what is announced, and what a container does not have", () => {
  const items = [{ product: "p1", quantity: 10, announced: 6, closed: 1 }];
  const wrong = [
    () => announceUnits(items, new Map([["p1", 4]]), "PO-0007"),
    () => orderItemsChanged(items, [{ product: "p1", quantity: 5 }]),
    () => fromOfOrders(sent(5), units("PO-0001", 3), units("PO-0002", 3)),
    () => fromOfOrders(sent(5), units("PO-0002", 3, "p2")),
    () => fromOfOrders({ ...sent(5, ["PO-0003", 4]), items: [{ product: "p1", quantity: 5, received: 2, closed: 1 }] }),
  ];
  expect(wrong.map((work) => refusal(work)?.details[0])).toMatchObject([
    { field: "from", product: "p1", message: "Only 3 open in PO-0007", available: 3 },
    { field: "list", product: "p1", message: "6 announced already", available: 6 },
    { field: "from", product: "p1", available: 5 },
    { field: "from", product: "p2", available: 0 },
    { field: "from", product: "p1", message: "3 of PO-0003 received or closed short already", available: 3 },
  ]);
  const many = Array.from({ length: maxOrders + 1 }, (_, n) => units(`PO-${n}`, 1));
  const most = many.slice(1);
  expect(refusal(() => fromOfOrders(sent(50), ...many))?.details).toMatchObject([{ field: "from" }]);
  // Deleting it writes to each order, and so does an edit that replaces one by another.
  expect(refusal(() => fromOfOrders(sent(50, ["PO-0", 1]), ...most))?.details).toMatchObject([{ field: "from" }]);
  expect(ordersIn(fromOfOrders(sent(50), ...most), "p1")).toHaveLength(maxOrders);
});

test("a product of an order has the day that a list gives it, else keeps its own, which moves with that of the order", () => {
  const line = (product: string, quantity: number, expected_delivery?: string) => ({
    ...{ product, quantity },
    ...(expected_delivery && { expected_delivery }),
  });
  const items = orderItemsChanged([], [line("p1", 5, "2026-12-01"), line("p2", 1)]);
  const edited = orderItemsChanged(moveDays(items, -2), [line("p1", 7), line("p2", 1, "2026-12-09")]);
  expect(edited).toEqual([line("p1", 7, "2026-11-29"), line("p2", 1, "2026-12-09")]);
  expect(orderItemsChanged(edited, [line("p1", 7, "2026-12-05")])).toEqual([line("p1", 7, "2026-12-05")]);
});

test("what no container has any more is open again, and no container makes an order announce more", () => {
  const items = [{ product: "p1", quantity: 20, announced: 12 }];
  const heldOf = (from: number, received: number, deleted_at?: string) => {
    const row = { items: [{ product: "p1", quantity: 9, received }], from: sent(9, ["PO-0001", from]).from ?? {} };
    return unitsHeld([sent(5, ["PO-0001", 5]), { ...row, ...(deleted_at && { deleted_at }) }]).get("PO-0001");
  };
  const announced = [heldOf(7, 0), heldOf(3, 0), heldOf(7, 2, "2026-12-01"), heldOf(9, 0), undefined].map(
    (held) => announcedAs(items, held)[0]?.announced,
  );
  expect(announced).toEqual([12, 8, 7, 12, 0]);
});

test("units of no order that were announced first stay longer than those of an order that were added", () => {
  const first = sent(100);
  const [item] = first.items;
  const items = itemsSent([units("", 150)]);
  const raised = { items, from: fromChanged(first, items, [units("PO-9", 50)]) };
  expect(raised.from.p1).toEqual(Object.entries({ "": 100, "PO-9": 50 }));
  expect(ordersIn(raised.from, "p1")).toEqual([["PO-9", 50]]);
  const lowered = fromChanged(raised, itemsSent([units("", 120)]));
  expect(unitsMoved(raised.from, lowered)).toEqual(new Map([["PO-9", new Map([["p1", -30]])]]));
  const arrived = { ...raised, items: [{ ...item, product: "p1", quantity: 150, received: 90, closed: 10 }] };
  expect(fromOf({ ...arrived, deleted_at: "now" })).toEqual({ p1: [["", 100]] });
});

/** The rules alone, as the calls combine them. */
const byRules = (): Tested => {
  const orders = new Map<string, OrderItem[]>();
  const containers = new Map<string, Container>();
  let isDeleted = false;
  const change = (id: string, of: (items: OrderItem[]) => OrderItem[]) => orders.set(id, of(orders.get(id) ?? []));
  const put = (id: string, after: Container) => {
    const moved = [...unitsMoved(fromOf(containers.get(id) ?? { items: [] }), fromOf(after))];
    const changed = moved.map(([order, of]) => [order, announceUnits(orders.get(order) ?? [], of, order)] as const);
    for (const [order, items] of changed) orders.set(order, items);
    containers.set(id, after);
  };
  const run = ({ kind, id, quantity, short, from }: Step, next: string): unknown => {
    const row = containers.get(id) ?? { items: [] };
    const list = [{ product: "p1", quantity }];
    if (isDeleted && (kind === "order" || kind === "announce")) throw new Error("No such product");
    if (kind === "order") return change(next, () => orderItemsChanged([], list));
    if (kind === "edit") return change(id, (items) => orderItemsChanged(items, list));
    if (kind === "close") return change(id, (items) => closeRest(items));
    if (kind === "reopen") return change(id, (items) => reopen(items, () => isDeleted));
    if (kind === "remove") return put(id, { ...row, deleted_at: "now" });
    if (kind === "announce" || kind === "change") {
      const items = itemsChanged(row.items, list);
      if (!hasOutstanding(items) || (row.items.length > 0 && !hasOutstanding(row.items)))
        throw new Error("Nothing would be outstanding");
      const known = from?.map(([order, of]) => units(order, of));
      return put(kind === "change" ? id : next, { items, from: fromChanged(row, items, known) });
    }
    if (kind === "receive" || kind === "take back") {
      const sign = kind === "receive" ? 1 : -1;
      const received = ({ received, closed = 0, ...item }: Item): Item => ({
        ...{ ...item, received: received + sign * quantity, closed: Math.max(0, closed + sign * short) },
      });
      return put(id, { ...row, items: row.items.map(received) });
    }
    isDeleted = kind === "delete";
    for (const one of orders.keys()) change(one, (items) => closeRest(items, () => isDeleted));
    return undefined;
  };
  const take = async (step: Step) => {
    const next = `${orders.size}-${containers.size}`;
    return refusal(() => run(step, next)) ? undefined : next;
  };
  const figures = async () => {
    const rows = [...orders].flatMap(([id, items]) => items.map((item) => ({ id, ...item })));
    const standing = [...containers].filter(([, { deleted_at }]) => !deleted_at);
    const coming = [inTransit(standing.map(([, row]) => row)).get("p1") ?? 0, sumBy(rows, openUnits)];
    return {
      orders: Object.fromEntries(rows.map(({ id, ...item }) => [id, figuresOf(item)])),
      from: Object.fromEntries(standing.map(([id, row]) => [id, sumByOrder(ordersIn(fromOf(row), "p1"))])),
      coming: isDeleted ? undefined : coming,
    };
  };
  return { take, figures };
};

const agree = async (histories: number) => {
  for (let seed = 1; seed <= histories; seed++) await compare(seed, 40, byRules());
};
const guarantee =
  "in %i random histories each ordered unit is announced, closed or open as a model of single units has it";
test.each([50])(guarantee, agree);
test.each([1_000])(guarantee, { timeout: 600_000, tags: "exhaustive" }, agree);
