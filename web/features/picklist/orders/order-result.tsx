// The picklists that were made of an order file: their sheets to print, their links, and what was refused.
import { History, Printer } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { channelLabel } from "#shared/channel.ts";
import { dayOf } from "#shared/day.ts";
import type { AppliedPicklist, Import } from "#shared/import.ts";
import { LeftOut } from "../../../domain/import/left-out.tsx";
import type { Outcome } from "../../../domain/import/use-apply.ts";
import { productsText } from "../../../domain/line-editor/lines.ts";
import { useSession } from "../../../lib/api/session.ts";
import { countText, numberText } from "../../../lib/format.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Banner } from "../../../ui/page/banner.tsx";
import { Card } from "../../../ui/page/page.tsx";
import { type Sheet, usePrint } from "../../../ui/print/print-sheet.tsx";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { picklistSheet } from "../picklist-sheet.tsx";
import { SheetChoice, useGrouped } from "../sheet-choice.tsx";
import style from "./order-tables.module.css";

interface Props {
  sheet: Import;
  outcome: Outcome;
  /** More buttons. */
  children: ReactNode;
}

export function OrderResult({ sheet, outcome: { picklists, refused, left_out }, children }: Props) {
  const { user } = useSession();
  const grouped = useGrouped();
  const { channel } = sheet;
  const sheetOf = ({ movement, created_at, data }: AppliedPicklist): Sheet[] =>
    channel
      ? [picklistSheet({ movement, day: dayOf(created_at), channel, items: data }, user?.name ?? "", grouped)]
      : [];
  const [first, ...more] = picklists.flatMap(sheetOf);
  const { print, portal } = usePrint(first && { ...first, more });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const all = picklists.flatMap(({ data }) => data);
  const count = picklists.length;
  const title =
    count === 1 ? "Picklist created" : `${count === 0 ? "No picklist" : countText(count, "picklist")} created`;
  return (
    <>
      {refused.map(({ products, details }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is only added to.
        <Banner key={at} tone="danger">
          {`A picklist of ${countText(products, "product")} was not created. Its lines are not picked: choose the file again.`}
          <ul>
            {details.map(({ product, message }) => (
              <li key={`${product?._id} ${message}`}>
                {product && `${product.name} (${product.p_id}): `}
                {message}
              </li>
            ))}
          </ul>
        </Banner>
      ))}
      <Card title={title} aside={channel && <span>{channelLabel[channel]}</span>}>
        <p role="status">{productsText(all)}</p>
        {picklists.length > 0 && (
          <PlainTable
            label="Picklists"
            head={[
              { key: "number", content: "Number" },
              { key: "products", content: "Products", right: true },
              { key: "units", content: "Units", right: true },
            ]}
            rows={picklists.map(({ movement, number, data }) => ({
              key: movement,
              cells: [
                <Link key="number" to={`/picklist/register?${new URLSearchParams({ do: "show", id: movement })}`}>
                  {number}
                </Link>,
                numberText(data.length),
                numberText(data.reduce((sum, { quantity }) => sum + quantity, 0)),
              ],
            }))}
          />
        )}
        {left_out.length > 0 && (
          <>
            <Banner tone="warn">These lines were left out: somebody has picked or changed them meanwhile.</Banner>
            <LeftOut rows={sheet.rows} leftOut={left_out} />
          </>
        )}
        {picklists.length > 0 && <SheetChoice />}
        <div className={style.buttons}>
          {children}
          <ButtonLink icon={History} to="/picklist/register">
            Past picklists
          </ButtonLink>
          {picklists.length > 0 && (
            <Button ref={button} kind="filled" data-primary icon={Printer} onClick={print}>
              {picklists.length === 1 ? "Print" : "Print all"}
            </Button>
          )}
        </div>
      </Card>
      {portal}
    </>
  );
}
