// What sold over a range of days: products by run rate, units by channel, and the categories' marketplace links.
import { useMemo, useRef } from "react";
import { dashboardLabels } from "#shared/product-label.ts";
import type { ProductSales } from "#shared/sales.ts";
import { distribution } from "../lib/distribution.ts";
import { countText, daysText, numberText, today } from "../lib/format.ts";
import { later } from "../lib/later.tsx";
import { usePhone } from "../lib/media.ts";
import { lastDays, useRange, widerOf } from "../lib/range.ts";
import { useOpened } from "../lib/url.ts";
import { useData } from "../lib/use-data.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Outdated } from "../ui/outdated.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Panels } from "../ui/panels.tsx";
import { RangeBar } from "../ui/range-bar.tsx";
import type { RowFocus } from "../ui/row-focus.ts";
import { SalesDistribution } from "../ui/sales-distribution.tsx";
import { TrendingList } from "../ui/trending-list.tsx";
import { Trouble } from "../ui/trouble.tsx";
import { CategoryLinks } from "./category-links.tsx";
import { SalesExports } from "./sales-exports.tsx";

const ProductDetail = later(() => import("./product-detail.tsx"), "ProductDetail");

/** The fastest of the last three days first; those that stand still by what they sold in the range. */
const byTrend = (a: ProductSales, b: ProductSales): number =>
  b.drr - a.drr || unitsOf(b) - unitsOf(a) || (a.name < b.name ? -1 : 1);

const unitsOf = ({ saleChannels }: ProductSales): number => Object.values(saleChannels).reduce((a, b) => a + b, 0);

export function Analytics() {
  const day = today();
  const [range, setRange] = useRange(day, 3);
  const sales = useData("GET /v1/app/dash/analytics", { query: range });
  const products = useMemo(() => sales.data?.productSales.toSorted(byTrend), [sales.data]);
  const slices = useMemo(() => sales.data && distribution(sales.data.channelSales), [sales.data]);
  const detail = useOpened();
  const rows = useRef<RowFocus>(null);

  const wider = widerOf(range, day);
  const none = {
    text: `No sales from ${daysText(range)}`,
    action: wider && <Button onClick={() => setRange(() => lastDays(wider, day))}>{wider} days</Button>,
  };

  return (
    <Page title="Analytics Dashboard">
      <RangeBar range={range} today={day} onChange={setRange} />
      <Trouble of={sales} />
      <Panels
        chart={
          <Outdated of={sales}>
            <SalesDistribution slices={slices} none={none} />
          </Outdated>
        }
        list={
          <Outdated of={sales}>
            <Card title="Trending Products" aside={<ListNote count={products?.length} />} flush>
              {products?.length === 0 ? (
                <Empty {...none} />
              ) : (
                <TrendingList
                  products={products}
                  rows={rows}
                  onNear={ProductDetail.preload}
                  onOpen={({ _id }) => detail.open("product", _id)}
                />
              )}
            </Card>
          </Outdated>
        }
        exports={<SalesExports range={range} />}
        links={<CategoryLinks />}
      />
      {detail.name === "product" && products && (
        <ProductDetail
          products={products}
          id={detail.id}
          range={range}
          onTurn={detail.turn}
          onClose={detail.close}
          onReturn={(index) => rows.current?.focus(index)}
        />
      )}
    </Page>
  );
}

function ListNote({ count }: { count: number | undefined }) {
  const onPhone = usePhone();
  if (!count) return null;
  return (
    <span>
      {onPhone ? numberText(count) : countText(count, "product")}, by {dashboardLabels.drr}
    </span>
  );
}
