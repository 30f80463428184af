// Units that were picked and are cancelled since, until somebody has put them back.
import { useState } from "react";
import type { Answer } from "#shared/api.ts";
import { useData } from "../../../lib/api/use-data.ts";
import { useMutation } from "../../../lib/api/use-mutation.ts";
import { numberText } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/page/page.tsx";
import { numeric, PlainTable } from "../../../ui/table/plain-table.tsx";

export const ProductText = ({ name, p_id }: { name: string; p_id: string }) => (
  <>
    {name} <small>{p_id}</small>
  </>
);

/** Of all channels. */
export const PutBackOfAll = () => <PutBackLines lines={useData("GET /v1/orders/put-back").data ?? []} />;

export function PutBackLines({ lines }: { lines: Answer<"GET /v1/orders/put-back"> }) {
  const [done, setDone] = useState<readonly string[]>([]);
  const { run, busy } = useMutation("POST /v1/orders/put-back", { messages: ["Saving", "Back on the shelf"] });
  const open = lines.filter(({ _id }) => !done.includes(_id));
  const finish = async ({ channel, _id: line }: (typeof open)[number]) => {
    if ((await run({ body: { channel, line } })).ok) setDone((before) => [...before, line]);
  };
  return (
    open.length > 0 && (
      <Card title="Cancelled since picked">
        <PlainTable
          label="Cancelled since picked"
          head={["Product", "Picklist", "Order", numeric("Put back"), "Done"]}
          rows={open.map((line) => ({
            key: line._id,
            cells: [
              <ProductText key="name" {...line.product} />,
              line.number,
              line.order,
              numberText(line.units),
              <Button
                key="done"
                busy={busy}
                aria-label={`Done: ${line.product.name}`}
                onClick={() => void finish(line)}
              >
                Done
              </Button>,
            ],
          }))}
        />
      </Card>
    )
  );
}
