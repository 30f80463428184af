// Counting in one count: scans and presses become lines of this device, each can be taken back. Also holds the product
// that is being counted.
import { useState } from "react";
import type { ContextProduct } from "#shared/app.ts";
import type { Count } from "#shared/count.ts";
import { maxUnits, tooManyOfProduct } from "#shared/limits.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { type LineOf, recordLine } from "../../domain/count/count-lines.ts";
import { type Found, useFindByCode, useLatest } from "../../domain/use-find-by-code.ts";
import { findById } from "../../lib/find-by-id.ts";
import { clockText, numberText } from "../../lib/format.ts";
import type { ScanResult } from "../../ui/camera.tsx";
import { titleOf } from "./count-text.ts";
import { roundOf, type TallyLine } from "./progress.ts";

interface Step {
  of: LineOf;
  before: number | undefined;
}

/** The steps that can be taken back, by count, while this tab is open. */
const steps = new Map<string, Step[]>();

export type Counting = ReturnType<typeof useCounting>;

export function useCounting(count: Count, lines: readonly TallyLine[]) {
  const { product: products } = useApplicationContext();
  const find = useFindByCode(products);
  const [chosen, setChosen] = useState("");
  const [last, setLast] = useState<ScanResult>();
  const [, drawAgain] = useState(0);
  const latest = lines.find(({ isLocal, product }) => isLocal && product)?.product;
  const product = findById(products, chosen || latest);

  const lineOf = (of: Pick<LineOf, "product" | "code">): LineOf => ({
    count: count._id,
    title: titleOf(count),
    round: of.product ? roundOf(count, of.product) : 1,
    ...of,
  });

  const record = async (of: LineOf, quantityOf: (units: number | undefined) => number): Promise<void> => {
    const step: Step = { of, before: undefined };
    steps.set(count._id, [...(steps.get(count._id) ?? []), step]);
    drawAgain(Date.now());
    let isTooMany = false;
    await recordLine(of, (units) => {
      step.before = units;
      const next = Math.max(0, quantityOf(units));
      isTooMany = next > maxUnits;
      return isTooMany ? units : next;
    });
    if (!isTooMany) return;
    steps.set(
      count._id,
      (steps.get(count._id) ?? []).filter((one) => one !== step),
    );
    setLast({ ok: false, text: tooManyOfProduct() });
  };

  const show = (id: string) => {
    setChosen(id);
    setLast(undefined);
  };

  const add = (id: string, units: number) => {
    show(id);
    void record(lineOf({ product: id }), (counted = 0) => counted + units);
  };

  const set = (id: string, units: number) => {
    show(id);
    void record(lineOf({ product: id }), () => units);
  };

  const say = (scan: ScanResult): ScanResult => {
    setLast(scan);
    return scan;
  };

  const take = useLatest((code: string, found: Found<ContextProduct> | undefined): ScanResult => {
    if (!found) {
      void record(lineOf({ code: code.trim() }), (scanned = 0) => scanned + 1);
      return say({ ok: false, text: `No product has the code ${code}. It is kept as a note for the review.` });
    }
    const { _id, name } = found.product;
    if (count.products && !count.products.includes(_id))
      return say({ ok: false, text: `${name} is not among the products of this count.` });
    setChosen(_id);
    void record(lineOf({ product: _id }), (counted = 0) => counted + found.units);
    return say({ ok: true, text: `Last scan ${code}, +${found.units} at ${clockText(Date.now())}` });
  });
  const scan = (code: string): ScanResult | Promise<ScanResult> => {
    const scanned = find(code, (found) => take(code, found));
    if (scanned instanceof Promise) say({ ok: true, text: `Looking for ${code}` });
    return scanned;
  };

  const undo = () => {
    const made = steps.get(count._id) ?? [];
    const step = made.at(-1);
    if (!step) return;
    steps.set(count._id, made.slice(0, -1));
    if (step.of.product) setChosen(step.of.product);
    say({ ok: true, text: `Taken back: ${step.before === undefined ? "not counted" : numberText(step.before)}` });
    void recordLine(step.of, () => step.before);
  };

  return { product, show, last, scan, add, set, undo: steps.get(count._id)?.length ? undo : undefined };
}
