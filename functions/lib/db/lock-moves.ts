// Moves the locks on unique names that release 0.1.0 stored to the form of today, and finds twins: names that 0.1.0 took
// for different although they look the same.
import { normalised } from "#shared/name.ts";
import { mapLimit, scanPages } from "./batch-reads.ts";
import { Cancelled, transact } from "./dynamo.ts";
import { deleteLock, keysTable, putLock, readOwner, type UniqueName, uniqueNames } from "./unique-keys.ts";

interface Lock {
  key: string;
  owner: string;
}

interface Move extends Lock {
  kind: UniqueName;
  to: string;
}

/** Rows whose names look the same, by their ids. */
interface Twins {
  kind: UniqueName;
  rows: string[];
}

interface Moves {
  moved: number;
  twins: Twins[];
}

/**
 * One of several twins gets the lock of today, if nobody has it: the oldest. The others keep the lock of 0.1.0, by which
 * they are found as before, until they are renamed.
 */
export const moveLocks = async (): Promise<Moves> => {
  const byTarget = Map.groupBy(await findMoves(), ({ to }) => to);
  const groups = await mapLimit([...byTarget.values()], moveInTurn);
  return {
    moved: groups.reduce((sum, { moved }) => sum + moved, 0),
    twins: groups.flatMap(({ twins }) => twins),
  };
};

/** The locks that are not in the form of today, oldest owner first. */
const findMoves = async (): Promise<Move[]> => {
  const moves: Move[] = [];
  for await (const page of scanPages<Lock>({ TableName: keysTable }))
    for (const lock of page) {
      const kind = uniqueNames.find((one) => lock.key.startsWith(`${one}#`));
      // The form of today of the earlier form is that of the name itself.
      const to = kind && `${kind}#${normalised(lock.key.slice(kind.length + 1))}`;
      if (to && to !== lock.key) moves.push({ ...lock, kind, to });
    }
  return moves.sort((a, b) => byAge(a.owner, b.owner));
};

/** ULIDs sort as text; ids such as p1042 by length first. */
const byAge = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);

const moveInTurn = async (moves: Move[]): Promise<Moves> => {
  const outcomes = [];
  for (const one of moves) outcomes.push({ ...one, outcome: await move(one) });
  const moved = outcomes.filter(({ outcome }) => outcome === "moved").length;
  const left = outcomes.filter(({ outcome }) => outcome === "taken");
  if (!left[0]) return { moved, twins: [] };
  const { kind, to } = left[0];
  const holder = (await readOwner(to)) ?? [];
  return { moved, twins: [{ kind, rows: [holder, left.map(({ owner }) => owner)].flat() }] };
};

const move = async ({ key, owner, to }: Move): Promise<"moved" | "gone" | "taken"> => {
  try {
    await transact([deleteLock(key, owner).action, putLock(to, owner).action]);
    return "moved";
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    // Gone: the row was renamed or deleted meanwhile.
    return error.failed[0] ? "gone" : "taken";
  }
};
