// The analytics dashboard of a range of days: key figures, units by day and by channel, products by run rate, and below them
// exports and marketplace links.
import { useMemo, useRef } from "react";
import { dashboardLabels } from "#shared/product-fields.ts";
import type { ProductSales } from "#shared/sales.ts";
import { useData } from "../../lib/api/use-data.ts";
import { countText, dayRangeText, numberText, useToday } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { lastDays, presetBeyond, useRange } from "../../lib/navigation/date-range.ts";
import { useOpenDialog } from "../../lib/navigation/url-state.ts";
import { Button } from "../../ui/button.tsx";
import { RangeBar } from "../../ui/form/range-bar.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Card, Page } from "../../ui/page/page.tsx";
import { LoadError, Stale } from "../../ui/page/query-status.tsx";
import type { RowFocus } from "../../ui/table/row-focus.ts";
import style from "./analytics.module.css";
import { CategoryLinks } from "./category-links.tsx";
import { dailyUnits, useBefore } from "./daily-sales.ts";
import { DailyUnits } from "./daily-units.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { salesDistribution } from "./pie-labels.ts";
import { SalesDistribution } from "./sales-distribution.tsx";
import { SalesExports } from "./sales-exports.tsx";
import { Tiles } from "./tiles.tsx";
import { TrendingList } from "./trending-list.tsx";

const ProductDetail = lazyComponent(() => import("./product-detail.tsx"), "ProductDetail");

/** The highest run rate of the last three days first; equal ones by units sold in the range. */
const byTrend = (a: ProductSales, b: ProductSales): number =>
  b.drr - a.drr || unitsOf(b) - unitsOf(a) || (a.name < b.name ? -1 : 1);

const unitsOf = ({ saleChannels }: ProductSales): number => Object.values(saleChannels).reduce((a, b) => a + b, 0);

export function Analytics() {
  const day = useToday();
  const [range, setRange] = useRange(day, 3);
  const sales = useData("GET /v1/app/dash/analytics", { query: range });
  const products = useMemo(() => sales.data?.productSales.toSorted(byTrend), [sales.data]);
  const slices = useMemo(() => sales.data && salesDistribution(sales.data.channelSales), [sales.data]);
  const days = useMemo(() => dailyUnits(sales.data?.channelSales ?? {}), [sales.data]);
  const before = useBefore(days, day);
  const detail = useOpenDialog();
  const rows = useRef<RowFocus>(null);

  const moreDays = presetBeyond(range, day);
  const noSales = {
    text: `No sales from ${dayRangeText(range)}`,
    action: moreDays && <Button onClick={() => setRange(() => lastDays(moreDays, day))}>{moreDays} days</Button>,
  };

  return (
    <Page title="Analytics Dashboard">
      <FirstSteps />
      <RangeBar range={range} today={day} onChange={setRange} />
      <LoadError query={sales} />
      <div className={style.frame}>
        <Stale query={sales}>
          <Tiles sales={sales.data} days={days} before={before} />
        </Stale>
        <div className={style.panels} data-charts>
          <Stale query={sales}>
            <DailyUnits days={days} before={before} />
          </Stale>
          <Stale query={sales}>
            <SalesDistribution slices={slices} before={before} noSales={noSales} />
          </Stale>
        </div>
        <Stale query={sales}>
          <Card title="Trending Products" aside={<ProductCount count={products?.length} />} flush>
            {products?.length === 0 ? (
              <Empty {...noSales} />
            ) : (
              <TrendingList products={products} rows={rows} onOpen={({ _id }) => detail.open("product", _id)} />
            )}
          </Card>
        </Stale>
        <div className={style.panels} data-low>
          <SalesExports range={range} />
          <CategoryLinks />
        </div>
      </div>
      {detail.name === "product" && products && (
        <ProductDetail
          products={products}
          id={detail.id}
          range={range}
          onTurn={detail.switchTo}
          onClose={detail.close}
          onReturn={(index) => rows.current?.focus(index)}
        />
      )}
    </Page>
  );
}

function ProductCount({ count }: { count: number | undefined }) {
  const onPhone = usePhone();
  if (!count) return null;
  return (
    <span>
      {onPhone ? numberText(count) : countText(count, "product")}, by {dashboardLabels.drr}
    </span>
  );
}
