// Codes of orders that programs have brought and that stand for no product: somebody chooses one, and the order is taken when it is
// sent again.
import { useState } from "react";
import type { AskedAlias } from "#shared/alias.ts";
import { channelLabel } from "#shared/channel.ts";
import { useData } from "../../../lib/api/use-data.ts";
import { saving, useMutation } from "../../../lib/api/use-mutation.ts";
import { countText } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { OrderCodes } from "./order-codes.tsx";
import type { AliasChoices } from "./order-settings.ts";

export function AskedCodes() {
  const { data = [] } = useData("GET /v1/aliases/asked");
  return [...Map.groupBy(data, ({ channel }) => channel)].map(([channel, asked]) => (
    <OfChannel key={channel} channel={channel} asked={asked} />
  ));
}

function OfChannel({ channel, asked }: { channel: AskedAlias["channel"]; asked: readonly AskedAlias[] }) {
  const [choices, setChoices] = useState<AliasChoices>({});
  const { run, busy } = useMutation("PUT /v1/aliases", { messages: saving });
  const aliases = Object.values(choices).flat();
  const save = async () => {
    if ((await run({ body: { channel, aliases } })).ok) setChoices({});
  };
  const codes = asked.map(({ code, order, by, candidates, problem }) => ({
    ...{ _id: code, title: `Asked for by ${by.name}, in order ${order}`, candidates, choosable: true },
    ...(problem && { problem }),
  }));
  return (
    <>
      <OrderCodes
        channel={channelLabel(channel)}
        asked={codes}
        choices={choices}
        locked={false}
        onChange={setChoices}
      />
      {aliases.length > 0 && (
        <Button kind="filled" busy={busy} onClick={() => void save()}>
          {`Save ${countText(Object.values(choices).filter(({ length }) => length > 0).length, "code")}`}
        </Button>
      )}
    </>
  );
}
