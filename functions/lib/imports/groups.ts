// Cuts the rows of an import into groups, by position.

/** Groups whose costs each stay within a limit; one item may never cost more than that. */
export const cutByCost = <T>(items: readonly T[], costOf: (item: T) => number, limit: number): T[][] => {
  const groups: T[][] = [];
  let left = 0;
  for (const item of items) {
    const cost = costOf(item);
    if (cost > left) {
      groups.push([]);
      left = limit;
    }
    groups.at(-1)?.push(item);
    left -= cost;
  }
  return groups;
};
