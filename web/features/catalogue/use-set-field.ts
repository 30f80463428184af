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

export interface Done {
  field: BulkField;
  /** Number of products sent; those without an answer wait on the device, or were refused. */
  sent: number;
  /** The changes that took effect. */
  changes: BulkChange[];
  leftOut: BulkAnswer["left_out"];
}

const add = (done: Done, changes: readonly BulkChange[], { left_out }: BulkAnswer): Done => {
  const left = new Set(left_out.map(({ _id }) => _id));
  return {
    ...done,
    changes: [...done.changes, ...changes.filter(({ _id }) => !left.has(_id))],
    leftOut: [...done.leftOut, ...left_out],
  };
};

const backOf = ({ _id, value, seen }: BulkChange): BulkChange => ({
  _id,
  value: seen ?? "",
  seen: value === "" ? undefined : value,
});

const begun = (field: BulkField, changes: readonly BulkChange[]): Done => ({
  field,
  sent: changes.length,
  changes: [],
  leftOut: [],
});

/** `onLate`: called for changes that waited on the device, once they are answered. */
export function useSetField(onLate: (done: Done, value: FieldValue) => void) {
  const options = { messages: saving };
  const there = usePosting("POST /v1/products/bulk", {
    ...options,
    answered: (answer, _text, isLate, { body: { field, changes } }) => {
      if (isLate) onLate(add(begun(field, changes), changes, answer), changes[0]?.value || undefined);
    },
  });
  const back = usePosting("POST /v1/products/bulk", options);

  const send = async ({ run }: typeof there, field: BulkField, changes: readonly BulkChange[]): Promise<Done> => {
    let done = begun(field, changes);
    for (const some of callsOf(changes)) {
      const result = await run({ body: { field, changes: some } });
      if (!result.ok) break;
      if ("answer" in result) done = add(done, some, result.answer);
    }
    return done;
  };

  return {
    /** Skips products that have the value already. */
    set: (products: readonly Product[], field: BulkField, value: FieldValue) =>
      send(
        there,
        field,
        products
          .filter((product) => product[field] !== value)
          .map((product) => ({ _id: product._id, value: value ?? "", seen: product[field] })),
      ),
    setBack: ({ field, changes }: Done) => send(back, field, changes.map(backOf)),
  };
}
