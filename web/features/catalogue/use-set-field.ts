// Sets one field of many products, through the outbox, and sets it back by the same call with the old values.
import { type BulkAnswer, type BulkForm, maxBulk } from "#shared/bulk.ts";
import type { Product } from "#shared/product.ts";
import type { BulkField } from "#shared/product-fields.ts";
import { saving } from "../../lib/api/use-mutation.ts";
import { usePosting } from "../../lib/outbox/use-posting.ts";

/** Undefined clears the field. */
export type FieldValue = string | number | undefined;
type BulkChange = BulkForm["changes"][number];

/** Characters of the changes of one call: a body has at most 256 KB. */
const maxLength = 200_000;

/** The changes of each call. */
const callsOf = (changes: readonly BulkChange[]): BulkChange[][] => {
  const longest = changes.reduce((most, change) => Math.max(most, JSON.stringify(change).length), 1);
  const size = Math.min(maxBulk, Math.floor(maxLength / longest));
  return Array.from({ length: Math.ceil(changes.length / size) }, (_, at) => changes.slice(at * size, (at + 1) * size));
};

/** What has been answered; the rest waits on the device, or was refused. */
export interface Done {
  field: BulkField;
  /** The changes that took effect. */
  changes: readonly BulkChange[];
  leftOut: BulkAnswer["left_out"];
}

const doneOf = (field: BulkField, changes: readonly BulkChange[], { left_out }: BulkAnswer): Done => {
  const left = new Set(left_out.map(({ _id }) => _id));
  return { field, changes: changes.filter(({ _id }) => !left.has(_id)), leftOut: left_out };
};

/** The inverse of what has changed. */
export const backOf = (changes: readonly BulkChange[]): BulkChange[] =>
  changes.flatMap(({ _id, value = "", seen = "" }) =>
    value === seen ? [] : [{ _id, value: seen, seen: value === "" ? undefined : value }],
  );

/** `onLate`: called for changes that waited on the device, once they are answered. `onProgress`: with numbers of products. */
export function useSetField(
  onLate: (done: Done, value: FieldValue) => void,
  onProgress: (done: number, of: number) => void,
) {
  // The outcome of all calls is told as one.
  const options = { messages: saving, answered: () => true };
  const there = usePosting("POST /v1/products/bulk", {
    ...options,
    answered: (answer, _text, isLate, { body: { field, changes } }) => {
      if (isLate) onLate(doneOf(field, changes, answer), changes[0]?.value || undefined);
      return true;
    },
  });
  const back = usePosting("POST /v1/products/bulk", options);

  /** All are stored before the first is answered, so that a reload or a kill loses none. */
  const send = async ({ run }: typeof there, field: BulkField, changes: readonly BulkChange[]): Promise<Done> => {
    let answered = 0;
    const dones = await Promise.all(
      callsOf(changes).map(async (some): Promise<Done> => {
        const result = await run({ body: { field, changes: some } }, { apart: true });
        if (!("answer" in result)) return { field, changes: [], leftOut: [] };
        answered += some.length;
        onProgress(answered, changes.length);
        return doneOf(field, some, result.answer);
      }),
    );
    onProgress(changes.length, changes.length);
    return { field, changes: dones.flatMap((done) => done.changes), leftOut: dones.flatMap(({ leftOut }) => leftOut) };
  };

  return {
    /** Also of products that have the value already: somebody may have given them another one meanwhile. */
    set: (products: readonly Product[], field: BulkField, value: FieldValue) =>
      send(
        there,
        field,
        products.map((product) => ({ _id: product._id, value: value ?? "", seen: product[field] })),
      ),
    setBack: (field: BulkField, changes: readonly BulkChange[]) => send(back, field, changes),
  };
}
