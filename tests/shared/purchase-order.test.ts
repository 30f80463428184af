// Orders to suppliers: at every moment the units ordered are announced, closed or open.
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { sumByProduct } from "#shared/allocation.ts";
import type { Failure } from "#shared/failure.ts";
import {
  announcedAs,
  announceUnits,
  closeRest,
  itemsFrom,
  itemsOfDeleted,
  maxOrders,
  moveDays,
  type OrderItem,
  type OrderUnits,
  openUnits,
  orderItemsChanged,
  orderState,
  reopen,
  unitsHeld,
  unitsMoved,
} from "#shared/purchase-order-item.ts";
import { type Item, itemsChanged, itemsSent, outstanding } from "#shared/shipment-item.ts";

const refusal = (work: () => unknown): Failure | undefined => {
  try {
    work();
  } catch (failure) {
    return failure as Failure;
  }
  return undefined;
};
const sent = (quantity: number, ...from: [string, number][]): Item[] => [
  { product: "p1", quantity, received: 0, ...(from.length > 0 && { from }) },
];
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
    () => itemsFrom(sent(5), [units("PO-0001", 3), units("PO-0002", 3)]),
    () => itemsFrom(sent(5), [units("PO-0002", 3, "p2")]),
  ];
  expect(wrong.map((work) => refusal(work)?.details[0])).toMatchObject([
    { field: "from", product: "p1", message: "Only 3 open in PO-0007", available: 3 },
    { field: "list", product: "p1", message: "6 announced already", available: 6 },
    { field: "from", product: "p1", available: 5 },
    { field: "from", product: "p2", available: 0 },
  ]);
  const many = Array.from({ length: maxOrders + 1 }, (_, n) => units(`PO-${n}`, 1));
  expect(refusal(() => itemsFrom(itemsSent(many), many))?.details).toMatchObject([{ field: "from" }]);
  const most = many.slice(1);
  expect(itemsFrom(itemsSent(most), most)).toHaveLength(1);
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
  const heldOf = (from: number, received: number, deleted_at?: string) =>
    unitsHeld([
      { items: sent(5, ["PO-0001", 5]) },
      {
        items: sent(9, ["PO-0001", from]).map((item) => ({ ...item, received })),
        ...(deleted_at && { deleted_at }),
      },
    ]).get("PO-0001");
  const announced = [heldOf(7, 0), heldOf(3, 0), heldOf(7, 2, "2026-12-01"), heldOf(9, 0), undefined].map(
    (held) => announcedAs(items, held)[0]?.announced,
  );
  expect(announced).toEqual([12, 8, 7, 12, 0]);
});

test("an item that is lowered, or deleted with its container, gives back what was announced last", () => {
  const before = sent(20, ["PO-0001", 5], ["PO-0002", 6], ["PO-0001", 4]);
  const lowered = itemsChanged(before, [{ product: "p1", quantity: 12 }]);
  expect(lowered).toEqual(sent(12, ["PO-0001", 5], ["PO-0002", 6], ["PO-0001", 1]));
  const movedTo = (from: readonly Item[], to: readonly Item[]) =>
    [...unitsMoved(from, to)].map(([order, of]) => [order, of.get("p1")]);
  expect(movedTo(before, lowered)).toEqual([["PO-0001", -3]]);
  const arrived = before.map((item) => ({ ...item, received: 4, closed: 3 }));
  expect(movedTo(arrived, itemsOfDeleted(arrived))).toEqual([
    ["PO-0001", -4],
    ["PO-0002", -4],
  ]);
});

/** What each step may change of an order's units. */
const mayChange: Record<string, string[]> = {
  announce: ["announced", "open"],
  lower: ["announced", "open"],
  remove: ["announced", "open"],
  close: ["closed", "open"],
  edit: ["quantity", "closed", "open"],
  restore: ["closed", "open"],
};

const history = (seed: number): void => {
  const random = seededRandom(seed);
  const products = ["p1", "p2"];
  const orders = new Map<string, OrderItem[]>();
  const containers: { items: Item[]; gone: boolean }[] = [];
  const listOf = (least: number, most: number) =>
    products.map((product) => ({ product, quantity: random.between(least, most) }));
  /** Puts the new items in place of the old ones, and what they no longer have back into its orders. */
  const replace = (container: (typeof containers)[number], items: Item[]) => {
    for (const [id, of] of unitsMoved(container.items, items))
      orders.set(id, announceUnits(orders.get(id) ?? [], of, id));
    container.items = items;
  };
  const withOrder = (change: (items: OrderItem[]) => OrderItem[]) => {
    const [id, items] = random.pick([...orders]);
    orders.set(id, change(items));
  };
  type Step = (open: (typeof containers)[number] | undefined) => void;
  const steps: Record<string, Step> = {
    order: () => void orders.set(`PO-${orders.size}`, listOf(1, 9)),
    announce: (open) => {
      const all = [...orders].flatMap(([id, items]) => items.map((item) => units(id, openUnits(item), item.product)));
      const chosen = all.map((one) => ({ ...one, quantity: random.between(0, one.quantity) }));
      const moved = chosen.filter(({ quantity }) => quantity > 0);
      const container = open ?? { items: [], gone: false };
      const { items } = container;
      const before = items.flatMap(({ product, from = [] }) => from.map(([id, of]) => units(id, of, product)));
      const list = [...items, ...moved, ...(open ? [] : listOf(1, 3))];
      const raised = itemsChanged(
        items,
        [...sumByProduct(list)].map(([product, quantity]) => ({ product, quantity })),
      );
      replace(container, itemsFrom(raised, [...before, ...moved]));
      if (!open) containers.push(container);
    },
    receive: (open) => {
      if (!open) return;
      const isShort = random.happens(0.3);
      open.items = open.items.map((item) => {
        const received = random.between(0, outstanding(item));
        const rest = isShort ? outstanding(item) - received : 0;
        return { ...item, received: item.received + received, closed: (item.closed ?? 0) + rest };
      });
    },
    correct: (open) => {
      if (open) open.items = open.items.map((item) => ({ ...item, received: random.between(0, item.received) }));
    },
    lower: (open) => {
      const least = ({ quantity, received }: Item) => Math.max(1, Math.min(quantity, received));
      const list = open?.items.map((item) => ({ ...item, quantity: random.between(least(item), item.quantity) }));
      if (open && list) replace(open, itemsChanged(open.items, list));
    },
    remove: (open) => {
      if (!open) return;
      replace(open, itemsOfDeleted(open.items));
      open.gone = true;
    },
    close: () => withOrder(random.happens(0.3) ? reopen : (items) => closeRest(items)),
    edit: () =>
      withOrder((items) => {
        const more = ({ product, announced = 0 }: OrderItem) => ({
          product,
          quantity: Math.max(1, announced) + random.between(0, 4),
        });
        return orderItemsChanged(items, items.map(more));
      }),
    restore: () => withOrder((items) => closeRest(items, "p1")),
  };
  const figures = (items: readonly OrderItem[]) =>
    items.map((item) => {
      const { quantity, announced = 0, closed = 0 } = item;
      return { quantity, announced, closed, open: openUnits(item) };
    });
  steps.order?.(undefined);
  for (let step = 0; step < 30; step++) {
    const name = random.pick(Object.keys(steps));
    const before = new Map(orders);
    const open = containers.filter(({ gone }) => !gone);
    steps[name]?.(open.length > 0 && random.happens(0.7) ? random.pick(open) : undefined);
    const ofOrder = (id: string, product: string) =>
      containers
        .flatMap(({ items }) => items)
        .flatMap((item) => (item.product === product ? (item.from ?? []) : []))
        .reduce((sum, [order, of]) => sum + (order === id ? of : 0), 0);
    const wrong = [...orders].flatMap(([id, items]) => {
      const [now, then] = [figures(items), figures(before.get(id) ?? items)];
      return now.filter((each, at) => {
        const fields = (["quantity", "announced", "closed", "open"] as const).filter((f) => each[f] !== then[at]?.[f]);
        const isSum = each.quantity === each.announced + each.closed + each.open && each.open >= 0;
        const isKnown = each.announced === ofOrder(id, items[at]?.product ?? "");
        return !(isSum && isKnown && fields.every((f) => mayChange[name]?.includes(f)));
      });
    });
    expect(wrong, `seed ${seed}, step ${step}: ${name}`).toEqual([]);
  }
};

test("in 1,000 random histories each ordered unit is announced, closed or open, and a container knows whose units it has", () => {
  for (let seed = 1; seed <= 1_000; seed++) history(seed);
});
