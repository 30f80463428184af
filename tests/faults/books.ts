// A model of the books that fits in one's head: what is held, sold and owed, and what each movement did.
import { breakdown } from "#shared/picking.ts";
import type { Step, Wanted } from "./history.ts";

export type Counts = Record<string, number>;
/** Units by `product-warehouse`. */
export type Moves = [pair: string, units: number][];

export interface Places {
  products: string[];
  warehouses: { _id: string; w_id: string }[];
}

interface Posted {
  id: string;
  step: Step;
  moves: Moves;
  sold: Counts;
  /** Position of the container it received. */
  container?: number;
  reversed: boolean;
}

interface Container {
  id: string;
  owed: Counts;
}

const add = (counts: Counts, key: string, units: number): void => {
  counts[key] = (counts[key] ?? 0) + units;
};

export class Books {
  readonly held: Counts = {};
  readonly sold: Counts = {};
  readonly posted: Posted[] = [];
  readonly containers: Container[] = [];
  private readonly places: Places;

  constructor(places: Places) {
    this.places = places;
  }

  /** Units all containers owe, by product; what came beyond the sent is not owed back. */
  get owed(): Counts {
    const sum: Counts = {};
    for (const { owed } of this.containers)
      for (const [product, units] of Object.entries(owed)) add(sum, product, units);
    return sum;
  }

  movement(number: number): Posted | undefined {
    return this.posted[number % Math.max(1, this.posted.length)];
  }

  container(number: number): Container | undefined {
    return this.containers[number % Math.max(1, this.containers.length)];
  }

  /** What must come of a step that is alone: its status, and where units go. */
  expect(step: Step): { status: number; moves: Moves } {
    if (step.kind === "announce") return { status: 201, moves: [] };
    if (step.kind === "transfer" && step.from === step.to) return { status: 400, moves: [] };
    if (step.kind === "reverse") return this.reversal(step.movement);
    if (step.kind === "receive") return this.receipt(step);
    const moves = this.moves(step);
    return moves && this.covers(moves) ? { status: 201, moves } : { status: 422, moves: [] };
  }

  private reversal(number: number): { status: number; moves: Moves } {
    const original = this.movement(number);
    if (!original || original.step.kind === "reverse" || original.reversed) return { status: 409, moves: [] };
    const moves = original.moves.map(([pair, units]): [string, number] => [pair, -units]);
    return this.covers(moves) ? { status: 201, moves } : { status: 422, moves: [] };
  }

  private receipt({ container, warehouse, list }: Step & { kind: "receive" }): { status: number; moves: Moves } {
    const owed: Counts = this.container(container)?.owed ?? {};
    if (Object.values(owed).every((units) => units === 0)) return { status: 409, moves: [] };
    const comes = list ? this.summed(list) : new Map(Object.entries(owed));
    for (const [product, units] of comes) if (units > (owed[product] ?? 0)) return { status: 422, moves: [] };
    const to = this.places.warehouses[warehouse]?._id;
    return {
      status: 201,
      moves: [...comes].filter(([, units]) => units > 0).map(([product, units]) => [`${product}-${to}`, units]),
    };
  }

  private summed(list: Wanted[]): Map<string, number> {
    const wanted = new Map<string, number>();
    for (const { product, quantity } of list) {
      const id = this.places.products[product] ?? "";
      wanted.set(id, (wanted.get(id) ?? 0) + quantity);
    }
    return wanted;
  }

  /** Null when a picklist finds too little. */
  private moves(step: Step): Moves | null {
    const at = (product: string, warehouse: number) => `${product}-${this.places.warehouses[warehouse]?._id}`;
    if (step.kind === "in" || step.kind === "out") {
      const units = step.kind === "in" ? step.quantity : -step.quantity;
      return [[at(this.places.products[step.product] ?? "", step.warehouse), units]];
    }
    if (step.kind === "transfer")
      return [...this.summed(step.list)].flatMap(
        ([product, units]): Moves => [
          [at(product, step.from), -units],
          [at(product, step.to), units],
        ],
      );
    if (step.kind !== "picklist") return null;
    const picked = [...this.summed(step.list)].map(([product, units]) => {
      const holdings = this.places.warehouses.map((warehouse) => ({
        warehouse: { ...warehouse, name: "" },
        quantity: this.held[`${product}-${warehouse._id}`] ?? 0,
      }));
      return (
        breakdown(units, holdings)?.map(({ warehouse, quantity }): [string, number] => [
          `${product}-${warehouse._id}`,
          -quantity,
        ]) ?? null
      );
    });
    return picked.includes(null) ? null : picked.flatMap((moves) => moves ?? []);
  }

  private covers(moves: Moves): boolean {
    return moves.every(([pair, units]) => units >= 0 || (this.held[pair] ?? 0) + units >= 0);
  }

  announced(id: string, list: Wanted[]): void {
    this.containers.push({ id, owed: Object.fromEntries(this.summed(list)) });
  }

  /** What was answered is what happened; the original of a reversal is found before others of its round are posted. */
  apply(id: string, step: Step, moves: Moves, original?: Posted): void {
    for (const [pair, units] of moves) add(this.held, pair, units);
    const sold: Counts = {};
    if (step.kind === "picklist")
      for (const [product, units] of this.summed(step.list)) add(sold, `${product}-${step.channel}`, units);
    for (const [key, units] of Object.entries(sold)) add(this.sold, key, units);
    const container = step.kind === "receive" ? step.container % Math.max(1, this.containers.length) : undefined;
    this.owe(container, moves);
    if (original) {
      original.reversed = true;
      for (const [key, units] of Object.entries(original.sold)) add(this.sold, key, -units);
      this.owe(original.container, moves);
    }
    this.posted.push({ id, step, moves, sold, ...(container !== undefined && { container }), reversed: false });
  }

  private owe(container: number | undefined, moves: Moves): void {
    if (container === undefined) return;
    const { owed } = this.containers[container] ?? { owed: {} };
    for (const [pair, units] of moves) add(owed, pair.split("-")[0] ?? "", -units);
  }
}
