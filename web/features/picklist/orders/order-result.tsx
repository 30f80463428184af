// The picklists and sales that were made from an order file: printouts, links, and refusals.
import { ClipboardList, Printer } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { channelLabel } from "#shared/channel.ts";
import { dayOf } from "#shared/day.ts";
import type { AppliedPicklist, Import } from "#shared/import.ts";
import { LeftOut } from "../../../domain/import/rejected-rows.tsx";
import type { ApplyOutcome } from "../../../domain/import/use-apply.ts";
import { productsText } from "../../../domain/line-editor/lines.ts";
import { movementPath } from "../../../domain/movement-path.ts";
import { useShelves } from "../../../domain/shelf.ts";
import { useIsManager, useSession } from "../../../lib/api/session.ts";
import { countText, numberText } from "../../../lib/format.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Banner } from "../../../ui/page/banner.tsx";
import { Card } from "../../../ui/page/page.tsx";
import { type Printout, usePrint } from "../../../ui/print/printout.tsx";
import { numeric, PlainTable } from "../../../ui/table/plain-table.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { picklistPrintout } from "../print/picklist-printout.tsx";
import { PrintoutChoice, useGrouped } from "../print/printout-choice.tsx";
import style from "./order-tables.module.css";

const registerPath = (id: string): string => `/picklist/register?${new URLSearchParams({ do: "show", id })}`;

/** "1 picklist and 2 sales". */
export const madeText = (made: readonly AppliedPicklist[]): string => {
  const sales = made.filter(({ sale }) => sale).length;
  const counts = [
    [made.length - sales, "picklist"],
    [sales, "sale"],
  ] as const;
  return counts.flatMap(([count, noun]) => (count > 0 ? countText(count, noun) : [])).join(" and ");
};

interface Props {
  summary: Import;
  outcome: ApplyOutcome;
  /** Its picklists have been cancelled by undo. */
  isUndone: boolean;
  children: ReactNode;
}

export function OrderResult({ summary, outcome: { picklists: made, refused, left_out }, isUndone, children }: Props) {
  const { user } = useSession();
  const isManager = useIsManager();
  const grouped = useGrouped();
  const shelfOf = useShelves();
  const { channel, from } = summary;
  const picklists = made.filter(({ sale }) => !sale);
  const printoutOf = ({ movement, created_at, data }: AppliedPicklist): Printout[] =>
    channel
      ? [
          picklistPrintout(
            { movement, day: dayOf(created_at), channel, items: data, ...(from && { from }) },
            user?.name ?? "",
            grouped,
            shelfOf,
          ),
        ]
      : [];
  const [first, ...more] = picklists.flatMap(printoutOf);
  const { print, portal } = usePrint(first && { ...first, more });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const all = made.flatMap(({ data }) => data);
  const count = picklists.length;
  const isSold = made.length > count;
  const created =
    count === 1 ? "Picklist created" : `${count === 0 ? "No picklist" : countText(count, "picklist")} created`;
  const title = isSold ? (count > 0 ? `${created}, sales booked` : "Sales booked") : created;
  return (
    <>
      {refused.map(({ sale, products, details }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is only added to.
        <Banner key={at} tone="danger">
          {sale
            ? `A sale of ${countText(products, "product")} was not booked: choose the file again.`
            : `A picklist of ${countText(products, "product")} was not created. Its lines are not picked: choose the file again.`}
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
      <Card
        title={title}
        aside={isUndone ? <Tag tone="warn">Cancelled</Tag> : channel && <span>{channelLabel(channel)}</span>}
      >
        <p role="status">{productsText(all)}</p>
        {made.length > 0 && (
          <PlainTable
            label={isSold ? "Picklists and sales" : "Picklists"}
            head={["Number", numeric("Products"), numeric("Units")]}
            rows={made.map(({ movement, number, created_at, data, sale }) => ({
              key: movement,
              cells: [
                sale && !isManager ? (
                  `Sale ${number}`
                ) : (
                  <Link key="number" to={sale ? movementPath(movement, created_at, true) : registerPath(movement)}>
                    {sale ? `Sale ${number}` : number}
                  </Link>
                ),
                numberText(data.length),
                numberText(data.reduce((sum, { quantity }) => sum + quantity, 0)),
              ],
            }))}
          />
        )}
        {left_out.length > 0 && (
          <>
            <Banner tone="warn">These lines were left out: somebody has picked or changed them meanwhile.</Banner>
            <LeftOut rows={summary.rows} leftOut={left_out} />
          </>
        )}
        {picklists.length > 0 && !isUndone && <PrintoutChoice />}
        <div className={style.buttons}>
          {children}
          <ButtonLink icon={ClipboardList} to="/picklist/register">
            Past picklists
          </ButtonLink>
          {picklists.length > 0 && !isUndone && (
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
