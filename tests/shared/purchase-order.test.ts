// Orders to suppliers: at every moment the units ordered are announced, closed or open.
import { expect, test } from "vitest";
import { seededRandom } from "#demo/random.ts";
import type { Failure } from "#shared/failure.ts";
import {
  announceUnits,
  closeRest,
  itemsFrom,
  itemsOfDeleted,
  itemsWith,
  maxOrders,
  type OrderItem,
  type OrderUnits,
  openUnits,
  orderItemsChanged,
  orderState,
  reopen,
  returnUnits,
  unitsByOrder,
  unitsReturned,
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
});

test("422 names what is not open, what is announced, and what a container does not have", () => {
  const items = [{ product: "p1", quantity: 10, announced: 6, closed: 1 }];
  const wrong = [
    () => announceUnits("PO-0007", items, new Map([["p1", 4]])),
    () => orderItemsChanged(items, [{ product: "p1", quantity: 5 }]),
    () => itemsFrom(sent(5, ["PO-0001", 3]), [units("PO-0002", 3)]),
    () => itemsFrom(sent(5), [units("PO-0002", 3, "p2")]),
  ];
  expect(wrong.map((work) => refusal(work)?.details[0])).toMatchObject([
    { field: "from", product: "p1", message: "Only 3 open in PO-0007", available: 3 },
    { field: "list", product: "p1", message: "6 announced already", available: 6 },
    { field: "from", product: "p1", available: 5 },
    { field: "from", product: "p2", available: 0 },
  ]);
  const many = Array.from({ length: maxOrders + 1 }, (_, n) => units(`PO-${n}`, 1));
  expect(refusal(() => itemsWith([], many))?.details).toMatchObject([{ field: "from" }]);
  expect(itemsWith([], many.slice(1))).toHaveLength(1);
});

test("an item that is lowered, or deleted with its container, gives back what was announced last", () => {
  const before = sent(20, ["PO-0001", 5], ["PO-0002", 6], ["PO-0001", 4]);
  const lowered = itemsChanged(before, [{ product: "p1", quantity: 12 }]);
  expect(lowered).toEqual(sent(12, ["PO-0001", 5], ["PO-0002", 6], ["PO-0001", 1]));
  expect(unitsReturned(before, lowered)).toEqual(unitsByOrder([units("PO-0001", 3)]));
  const arrived = before.map((item) => ({ ...item, received: 4, closed: 3 }));
  expect(unitsReturned(arrived, itemsOfDeleted(arrived))).toEqual(
    unitsByOrder([units("PO-0002", 4), units("PO-0001", 4)]),
  );
});

/** A unit that was ordered, and where it is: open, closed, or in a container. */
interface Unit {
  product: string;
  at: string;
}

/** Containers and orders as the rules have them, and each unit for itself, which shares no code with the rules. */
const history = (seed: number): void => {
  const random = seededRandom(seed);
  const products = ["p1", "p2"];
  const orders = new Map<string, { items: OrderItem[]; units: Unit[] }>();
  const containers = new Map<string, { items: Item[]; gone: boolean; units: Map<string, (Unit | undefined)[]> }>();
  const deleted = new Set<string>();
  const unitsOf = (order: string, product: string, at: string) =>
    orders.get(order)?.units.filter((unit) => unit.product === product && unit.at === at) ?? [];
  const give = (returned: ReturnType<typeof unitsReturned>) => {
    for (const [id, back] of returned) {
      const order = orders.get(id);
      if (order) order.items = returnUnits(order.items, back);
    }
  };
  /** Units beyond the orders' are unloaded first. */
  const unload = (held: (Unit | undefined)[], most: number) => {
    while (held.length > most) {
      const plain = held.indexOf(undefined);
      const [unit] = held.splice(plain >= 0 ? plain : -1, 1);
      if (unit) unit.at = "open";
    }
  };
  const oneOf = <T>(rows: Map<string, T>) => (rows.size > 0 ? random.pick([...rows]) : undefined);
  const steps = {
    order: () => {
      const list = products.map((product) => ({ product, quantity: random.between(1, 9) }));
      const ordered = list.flatMap(({ product, quantity }) =>
        Array.from({ length: quantity }, () => ({ product, at: "open" })),
      );
      orders.set(`PO-${orders.size}`, { items: list, units: ordered });
    },
    announce: () => {
      const into = random.happens(0.5) ? oneOf(containers) : undefined;
      const name = into && !into[1].gone ? into[0] : `C-${containers.size}`;
      const before = containers.get(name) ?? { items: [], gone: false, units: new Map() };
      const chosen = [...orders].flatMap(([order]) =>
        products
          .filter((product) => !deleted.has(product))
          .map((product) => units(order, random.between(0, unitsOf(order, product, "open").length), product))
          .filter(({ quantity }) => quantity > 0),
      );
      if (chosen.length === 0) return;
      for (const [order, moved] of unitsByOrder(chosen)) {
        const row = orders.get(order);
        if (row) row.items = announceUnits(order, row.items, moved);
      }
      const more = random.pick([0, 3]);
      const items =
        before.items.length > 0
          ? itemsWith(before.items, chosen)
          : itemsFrom(itemsSent(chosen.map((each) => ({ ...each, quantity: each.quantity + more }))), chosen);
      for (const { order, product, quantity } of chosen) {
        const held = before.units.get(product) ?? [];
        const moved = unitsOf(order, product, "open").slice(0, quantity);
        for (const unit of moved) unit.at = name;
        const plain = before.items.length > 0 ? 0 : more;
        before.units.set(product, [...held, ...moved, ...Array.from({ length: plain }, () => undefined)]);
      }
      containers.set(name, { ...before, items });
    },
    receive: () => {
      const [, container] = oneOf(containers) ?? [];
      if (!container || container.gone) return;
      const short = random.happens(0.2);
      container.items = container.items.map((item) => {
        const received = random.between(0, outstanding(item));
        const closed = short ? outstanding(item) - received : 0;
        return { ...item, received: item.received + received, ...(closed > 0 && { closed }) };
      });
    },
    correct: () => {
      const [, container] = oneOf(containers) ?? [];
      if (!container || container.gone) return;
      container.items = container.items.map((item) => ({ ...item, received: random.between(0, item.received) }));
    },
    lower: () => {
      const [, container] = oneOf(containers) ?? [];
      if (!container || container.gone) return;
      const list = container.items.map(({ product, quantity, received }) => ({
        product,
        quantity: random.between(Math.max(1, Math.min(quantity, received)), quantity),
      }));
      const after = itemsChanged(container.items, list);
      give(unitsReturned(container.items, after));
      for (const { product, quantity } of list) unload(container.units.get(product) ?? [], quantity);
      container.items = after;
    },
    remove: () => {
      const [, container] = oneOf(containers) ?? [];
      if (!container || container.gone) return;
      const after = itemsOfDeleted(container.items);
      give(unitsReturned(container.items, after));
      for (const { product, received, closed = 0 } of container.items)
        unload(container.units.get(product) ?? [], received + closed);
      Object.assign(container, { items: after, gone: true });
    },
    close: () => {
      const [, order] = oneOf(orders) ?? [];
      if (!order) return;
      const again = random.happens(0.3);
      order.items = again ? reopen(order.items) : closeRest(order.items);
      for (const unit of order.units) if (unit.at === (again ? "closed" : "open")) unit.at = again ? "open" : "closed";
    },
    edit: () => {
      const [id, order] = oneOf(orders) ?? [];
      if (!id || !order) return;
      const list = order.items.map(({ product, announced = 0 }) => ({
        product,
        quantity: Math.max(1, announced) + random.between(0, 4),
      }));
      order.items = orderItemsChanged(order.items, list);
      for (const { product, quantity } of list) {
        const own = order.units.filter((unit) => unit.product === product);
        const leave = [...unitsOf(id, product, "open"), ...unitsOf(id, product, "closed")];
        const dropped = new Set(leave.slice(0, Math.max(0, own.length - quantity)));
        const added = Array.from({ length: quantity - own.length }, () => ({ product, at: "open" }));
        order.units = [...order.units.filter((unit) => !dropped.has(unit)), ...(quantity > own.length ? added : [])];
      }
    },
    product: () => {
      const product = random.pick(products);
      if (!deleted.delete(product)) return void deleted.add(product);
      for (const [id, order] of orders) {
        order.items = closeRest(order.items, product);
        for (const unit of unitsOf(id, product, "open")) unit.at = "closed";
      }
    },
  };
  for (let step = 0; step < 30; step++) {
    steps[random.pick(Object.keys(steps) as (keyof typeof steps)[])]();
    const inOrders = [...orders].flatMap(([id, { items, units: all }]) =>
      items.map((item) => {
        const { product, quantity, announced = 0, closed = 0 } = item;
        const [open, shut] = ["open", "closed"].map((at) => unitsOf(id, product, at).length);
        const ordered = all.filter((unit) => unit.product === product).length;
        return [
          [quantity, openUnits(item), closed, announced],
          [ordered, open, shut, ordered - (open ?? 0) - (shut ?? 0)],
        ];
      }),
    );
    const inContainers = [...containers].flatMap(([name, { items }]) =>
      items.flatMap(({ product, from = [] }) =>
        from.map(([id]) => [
          from.reduce((sum, [order, of]) => sum + (order === id ? of : 0), 0),
          unitsOf(id, product, name).length,
        ]),
      ),
    );
    const all = [...inOrders, ...inContainers];
    expect(
      all.map(([found]) => found),
      `seed ${seed}, step ${step}`,
    ).toEqual(all.map(([, expected]) => expected));
  }
};

test("in 1,000 random histories each ordered unit is announced, closed or open, and a container knows whose units it has", () => {
  for (let seed = 1; seed <= 1_000; seed++) history(seed);
});
