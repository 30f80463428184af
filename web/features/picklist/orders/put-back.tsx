// Units that are cancelled since they were picked, until somebody has put them back, or since they were sold, until the sale is
// corrected.
import { useState } from "react";
import type { Answer } from "#shared/api.ts";
import { useData } from "../../../lib/api/use-data.ts";
import { useMutation } from "../../../lib/api/use-mutation.ts";
import { numberText } from "../../../lib/format.ts";
import { lazyComponent } from "../../../lib/lazy.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/page/page.tsx";
import { numeric, PlainTable } from "../../../ui/table/plain-table.tsx";

const CorrectDialog = lazyComponent(() => import("../../../domain/correct/correct-dialog.tsx"), "CorrectDialog");

type Lines = Answer<"GET /v1/orders/put-back">;

export const ProductText = ({ name, p_id }: { name: string; p_id: string }) => (
  <>
    {name} <small>{p_id}</small>
  </>
);

/** Of all channels. */
export const PutBackOfAll = () => <PutBackLines lines={useData("GET /v1/orders/put-back").data ?? []} />;

export function PutBackLines({ lines }: { lines: Lines }) {
  const [done, setDone] = useState<readonly string[]>([]);
  const [corrected, setCorrected] = useState<Lines[number]>();
  const { run, busy } = useMutation("POST /v1/orders/put-back", { messages: ["Saving", "Back on the shelf"] });
  const open = lines.filter(({ _id }) => !done.includes(_id));
  const finish = async ({ channel, _id: line }: Lines[number]) => {
    if ((await run({ body: { channel, line } })).ok) setDone((before) => [...before, line]);
  };
  const wayOf = (line: Lines[number]) =>
    line.sale ? (
      <Button key="correct" aria-label={`Correct sale ${line.number}`} onClick={() => setCorrected(line)}>
        Correct
      </Button>
    ) : (
      <Button key="done" busy={busy} aria-label={`Done: ${line.product.name}`} onClick={() => void finish(line)}>
        Done
      </Button>
    );
  return (
    open.length > 0 && (
      <Card title="Cancelled since picked or sold">
        <PlainTable
          label="Cancelled since picked or sold"
          head={["Product", "Picklist or sale", "Order", numeric("Units"), "Put back"]}
          rows={open.map((line) => ({
            key: line._id,
            cells: [
              <ProductText key="name" {...line.product} />,
              line.sale ? `Sale ${line.number}` : line.number,
              line.order,
              numberText(line.units),
              wayOf(line),
            ],
          }))}
        />
        {corrected?.sale && (
          <CorrectDialog
            movement={corrected.movement}
            name={`sale ${corrected.number}`}
            created_at={corrected.sale}
            of={{ kind: "sale", sold_on: corrected.sale }}
            onClose={() => setCorrected(undefined)}
          />
        )}
      </Card>
    )
  );
}
