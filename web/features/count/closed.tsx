// A closed count: its result, and the counted products.
import type { Count } from "#shared/count.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { countText, dateTimeText } from "../../lib/format.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { DefinitionList } from "../../ui/definition-list.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Card } from "../../ui/page/page.tsx";
import { resultText, scopeText, titleOf } from "./count-text.ts";
import { progressOf, type Tally, type TallyLine } from "./progress.ts";

interface Props {
  count: Count;
  tallies: ReadonlyMap<string, Tally>;
  lines: readonly TallyLine[];
  isManager: boolean;
}

export function Closed({ count, tallies, lines, isManager }: Props) {
  const { product: products } = useApplicationContext();
  const people = [...new Set(lines.map(({ user }) => user.name))].join(", ");
  const { products: counted, units } = progressOf(tallies, undefined);
  const total = count.products?.length ?? products.length;
  return (
    <>
      {count.state === "applying" && (
        <Banner tone="warn" action={isManager && <ButtonLink to={`/count/${count._id}/review`}>Go on</ButtonLink>}>
          The corrections of this count are being posted, so nothing more can be counted.
        </Banner>
      )}
      <Card title={titleOf(count)}>
        <DefinitionList
          entries={[
            ["Opened", `${count.opened_by.name}, ${dateTimeText(count.created_at)}`],
            ["Closed", count.closed_at && `${count.closed_by?.name ?? ""}, ${dateTimeText(count.closed_at)}`],
            ["Products", `${scopeText(count)}${count.blind ? ", blind" : ""}`],
            ["Counted", `${countText(counted, "product")} of ${total}, ${countText(units, "unit")}`],
            ["By", people],
            ["Result", resultText(count)],
          ]}
        />
      </Card>
    </>
  );
}
