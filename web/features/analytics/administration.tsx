// What is needed less often: the exports of the range, and the links to marketplaces.
import type { Range } from "#shared/day.ts";
import { CategoryLinks } from "./category-links.tsx";
import { SalesExports } from "./sales-exports.tsx";

export function Administration({ range }: { range: Range }) {
  return (
    <>
      <SalesExports range={range} />
      <CategoryLinks />
    </>
  );
}
