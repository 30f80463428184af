// The parts of the analytics dashboard with one channel more than there are.
import { createRef } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { channels } from "#shared/channel.ts";
import type { ProductSales } from "#shared/sales.ts";
import { dailyUnits } from "#web/features/analytics/daily-sales.ts";
import { DailyUnits } from "#web/features/analytics/daily-units.tsx";
import { salesDistribution } from "#web/features/analytics/pie-labels.ts";
import { SalesDistribution } from "#web/features/analytics/sales-distribution.tsx";
import { SalesExports } from "#web/features/analytics/sales-exports.tsx";
import { TrendingList } from "#web/features/analytics/trending-list.tsx";
import { mockApi, mount, signedIn } from "../../mount.tsx";

vi.mock("#shared/channel.ts", async (original) => {
  const real = await original<typeof import("#shared/channel.ts")>();
  const nykaa = { label: "Nykaa", colour: "#3d5a40", textColour: "#ffffff" };
  return {
    ...real,
    channels: [...real.channels, "nykaa"],
    channelFacts: { ...real.channelFacts, nykaa },
    channelLabel: (channel: string) =>
      channel === "nykaa" ? nykaa.label : real.channelLabel(channel as (typeof real.channels)[number]),
  };
});

beforeEach(() => {
  signedIn();
  mockApi(() => [200, { rows: [] }]);
});

const day = "2026-11-01";
const time = `${day}T06:00:00.000Z`;
const product = (name: string): ProductSales => ({
  ...{
    _id: name,
    p_id: name,
    name,
    stock: 5,
    in_transit: 0,
    lead_time: 30,
    drr: 4,
    created_at: time,
    updated_at: time,
  },
  saleChannels: Object.fromEntries(channels.map((channel, at) => [channel, 30 + at])),
  period: 3,
});

test.each([1440, 390])("at %i px its tiles stand in the line of each product, as wide as the others", async (width) => {
  await page.viewport(width, 900);
  mount(<TrendingList products={[product("Bib"), product("Cup")]} rows={createRef()} onOpen={() => undefined} />);
  await expect.poll(() => document.querySelectorAll("[role=columnheader]").length).toBe(channels.length + 5);
  const lines = [...document.querySelectorAll("[role=row]")];
  expect(lines.map((line) => line.textContent?.includes("Nykaa"))).toEqual([true, false, false]);
  for (const line of lines) {
    const tiles = [...line.children].slice(3).map((tile) => tile.getBoundingClientRect());
    expect(tiles).toHaveLength(channels.length + 2);
    // All but the last, the rate by which the list is ranked.
    expect(new Set(tiles.slice(0, -1).map(({ width }) => Math.round(width))).size).toBe(1);
    expect(new Set(tiles.map(({ top, bottom }) => Math.round(top + bottom))).size).toBe(1);
    expect(Math.max(...tiles.map(({ bottom }) => bottom))).toBeLessThanOrEqual(line.getBoundingClientRect().bottom);
  }
});

test("it has a slice, bars, a row, a column and a report, in a colour of its own", async () => {
  const sales = Object.fromEntries(channels.map((channel, at) => [channel, { [day]: 30 + at }]));
  await page.viewport(1440, 1600);
  mount(
    <>
      <DailyUnits days={dailyUnits(sales)} before={undefined} />
      <SalesDistribution slices={salesDistribution(sales)} before={undefined} noSales={{ text: "", action: "" }} />
      <SalesExports range={{ start: day, end: day }} />
    </>,
  );
  const colours = (part: string) => () =>
    new Set([...document.querySelectorAll(part)].map((one) => one.getAttribute("fill"))).size;
  await expect.poll(colours("path.recharts-sector")).toBe(channels.length);
  await expect.poll(colours(".recharts-bar-rectangle path")).toBe(channels.length);
  const textsOf = (part: string) => [...document.querySelectorAll(part)].map(({ textContent }) => textContent?.trim());
  expect(textsOf("svg text")).toContain("Nykaa3615.6%");
  expect(textsOf("table[aria-label='Units per channel'] tr")).toContain("Nykaa3615.6%");
  expect(textsOf("table[aria-label='Units a day'] th")).toContain("Nykaa");
  expect(textsOf("form button")).toContain("Nykaa");
});
