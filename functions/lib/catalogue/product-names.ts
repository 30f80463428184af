// The unique names of a product: its P.ID, its further codes and its former P.IDs, which share their locks, so that a
// code leads to one product.
import { Failure } from "#shared/failure.ts";
import { type Coded, codesIn, codesProblem } from "#shared/product-code.ts";
import type { ProductRow } from "../db/tables.ts";
import { type Name, nameOf, newLocks, readOwners } from "../db/unique-keys.ts";

/** 400 if a further code is the P.ID. */
export const productNames = ({ p_id, codes, former }: Coded): Name[] => {
  const problem = codesProblem({ p_id, codes });
  if (problem) throw new Failure("BAD_REQUEST", problem);
  return [nameOf("p_id", p_id), ...[...codesIn(codes), ...codesIn(former)].map(codeName)];
};

const codeName = (text: string): Name => ({
  kind: "p_id",
  text,
  refusal: { field: "codes", message: `${text} is taken already` },
});

/** The former P.IDs of a deleted product that are free, and those that are not. */
export const splitFormer = async ({ _id, former }: ProductRow): Promise<{ former: string; taken: string[] }> => {
  const codes = codesIn(former).map((code) => {
    const locks = newLocks({ owner: _id, from: [], to: [codeName(code)] });
    return { code, locks: [...locks.keys()] };
  });
  const owners = await readOwners(codes.flatMap(({ locks }) => locks));
  const [taken = [], free = []] = [true, false].map((isTaken) =>
    codes.filter(({ locks }) => locks.some((key) => owners.has(key)) === isTaken).map(({ code }) => code),
  );
  return { former: free.join(", "), taken };
};
