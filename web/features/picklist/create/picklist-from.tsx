// From which warehouses a picklist is taken: all, or those that are ticked, in the order in which they were; or from none,
// since those of its channel are gone.
import { ChevronDown } from "lucide-react";
import { type Ref, useState } from "react";
import { pickable, warehousesFor } from "#shared/catalogue.ts";
import { type Channel, channelLabel } from "#shared/channel.ts";
import { noneLeft } from "#shared/channel-warehouses.ts";
import { maxChosen, tooManyChosen } from "#shared/limits.ts";
import { useApplicationContext } from "../../../domain/application-context.ts";
import { chosenText, warehouseText } from "../../../domain/warehouse-name.tsx";
import { useIsManager } from "../../../lib/api/session.ts";
import { saving, useMutation } from "../../../lib/api/use-mutation.ts";
import { Button } from "../../../ui/button.tsx";
import { FormDialog } from "../../../ui/dialog/dialog.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import field from "../../../ui/form/field.module.css";
import { Field } from "../../../ui/form/field.tsx";
import style from "./picklist-add.module.css";

interface ButtonProps {
  channel: Channel | "";
  /** None if the channel has none left, all if undefined. */
  chosen: readonly string[] | undefined;
  onOpen: () => void;
  ref: Ref<HTMLButtonElement>;
}

export function FromButton({ channel, chosen, onOpen, ref }: ButtonProps) {
  const { warehouse: warehouses } = useApplicationContext();
  if (!chosen && pickable(warehouses).length < 2) return null;
  const isNoneLeft = chosen?.length === 0;
  const text = isNoneLeft ? "No warehouse" : chosenText(chosen ?? [], warehouses);
  return (
    <Field of={{ label: "From", error: isNoneLeft && channel ? noneLeft(channel) : undefined }}>
      {(wiring) => (
        <span className={field.pick}>
          <button
            {...wiring}
            ref={ref}
            type="button"
            aria-haspopup="dialog"
            aria-label={`From: ${text}`}
            title={text}
            className={`${field.control} ${field.select} ${style.from}`}
            onClick={onOpen}
          >
            {text}
          </button>
          <ChevronDown size={16} aria-hidden="true" />
        </span>
      )}
    </Field>
  );
}

interface DialogProps {
  channel: Channel | "";
  chosen: readonly string[] | undefined;
  onChoose: (chosen: string[]) => void;
  onClose: () => void;
}

export function FromDialog({ channel, chosen = [], onChoose, onClose }: DialogProps) {
  const { warehouse: warehouses, without_warehouse = [] } = useApplicationContext();
  const choices = pickable(warehouses);
  // One that was deleted since is not among the choices.
  const [ticked, setTicked] = useState(chosen.filter((id) => choices.some(({ _id }) => _id === id)));
  const isManager = useIsManager();
  const { run, busy } = useMutation("PUT /v1/warehouses/channels", { messages: saving });
  const isTooMany = ticked.length > maxChosen;
  const isWithout = channel !== "" && without_warehouse.includes(channel);
  const isRemembered =
    channel !== "" && !isWithout && (warehousesFor(channel, warehouses, []) ?? []).join() === ticked.join();
  const use = () => {
    onChoose(ticked);
    onClose();
  };
  const remember = async () => {
    if (channel && (await run({ body: { channel, warehouses: ticked } })).ok) use();
  };
  return (
    <FormDialog
      local
      title="Take from"
      submit="Use"
      dirty={ticked.join() !== chosen.join()}
      problem={isTooMany ? tooManyChosen : undefined}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTooMany) use();
      }}
      extra={
        isManager &&
        channel !== "" && (
          <Button busy={busy} disabled={isTooMany || isRemembered} onClick={() => void remember()}>
            Always for {channelLabel(channel)}
          </Button>
        )
      }
    >
      <p>
        Units are taken in the order in which you tick. With nothing ticked: all warehouses, the smallest stock first.
      </p>
      {choices.map((warehouse) => {
        const { _id } = warehouse;
        const place = ticked.indexOf(_id) + 1;
        return (
          <Checkbox
            key={_id}
            label={`${place > 0 ? `${place}. ` : ""}${warehouseText(warehouse)}`}
            checked={place > 0}
            onChange={(on) => setTicked(on ? [...ticked, _id] : ticked.filter((id) => id !== _id))}
          />
        );
      })}
      <p role="status">{isWithout && ticked.length === 0 ? noneLeft(channel) : chosenText(ticked, warehouses)}</p>
    </FormDialog>
  );
}
