// One change with all its fields and their whole values.
import { FileDiff } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import type { Change, FieldChange } from "#shared/change.ts";
import { fieldLabel } from "#shared/change-label.ts";
import { agoText, dateTimeText } from "../../lib/format.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { DefinitionList } from "../../ui/definition-list.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog/dialog.tsx";
import { Image } from "../../ui/image.tsx";
import { productPath } from "../panel.ts";
import style from "./change.module.css";
import { ChangeTag, changeName, Value } from "./change-columns.tsx";
import { eventText, valueText } from "./change-text.ts";

interface Props {
  change: Change;
  /** Links to all changes of the product, if it is a change of one. */
  linked?: boolean;
  onClose: () => void;
}

export function ChangeDialog({ change, linked = false, onClose }: Props) {
  const { kind, row, action, fields, user, created_at } = change;
  const time = (
    <>
      {dateTimeText(created_at)} <small>{agoText(created_at)}</small>
    </>
  );
  return (
    <Dialog title={changeName(change)} wide onClose={onClose}>
      <DialogBody>
        <DefinitionList
          entries={[
            ["Action", <ChangeTag key="action" action={action} />],
            ["Time", time],
            ["User", `${user.name} @${user.username}`],
            ...fields.map((field): [string, ReactNode] => [
              fieldLabel(kind, field),
              <Fragment key="values">
                {field.product && <small>{`${field.product.name}\n`}</small>}
                <Values {...{ change, field }} />
              </Fragment>,
            ]),
          ]}
        />
      </DialogBody>
      {linked && kind === "product" && (
        <DialogFoot>
          {action !== "deleted" && <ButtonLink to={productPath(row)}>Product page</ButtonLink>}
          <ButtonLink icon={FileDiff} to={`/products/${row}/changes`}>
            All changes of this product
          </ButtonLink>
        </DialogFoot>
      )}
    </Dialog>
  );
}

/** The value in a new row, or the values before and after. */
function Values({ change, field }: { change: Change; field: FieldChange }) {
  const event = eventText(change, field);
  if (event && field.field !== "image") return event;
  if (change.action === "created") return <WholeValue of={field.field} value={field.to} />;
  return (
    <span className={style.values}>
      {(["from", "to"] as const).map((end) => (
        <Fragment key={end}>
          <small>{end === "from" ? "From" : "To"}</small>
          <WholeValue of={field.field} value={field[end]} />
        </Fragment>
      ))}
    </span>
  );
}

function WholeValue({ of, value }: { of: string; value: FieldChange["from"] }) {
  if (of === "image" && value) return <Image src={String(value)} size={64} />;
  return <Value>{valueText(of, value)}</Value>;
}
