// Finds a row of a list by its id. A list is indexed at the first question, and answered from the index while it is the same.

interface Row {
  _id: string;
}

const indexes = new WeakMap<readonly Row[], ReadonlyMap<string, Row>>();

export const findById = <R extends Row>(rows: readonly R[], id: string | undefined): R | undefined => {
  const known = indexes.get(rows) as ReadonlyMap<string, R> | undefined;
  const index = known ?? new Map(rows.map((row) => [row._id, row]));
  if (!known) indexes.set(rows, index);
  return index.get(id ?? "");
};
