// The day that screens show, by the server's clock.
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { clockError, noteServerTime, useToday } from "#web/lib/clock.ts";
import { mount } from "../mount.tsx";

const Day = () => <p role="status">{useToday()}</p>;
const shown = (day: string) => expect.element(page.getByRole("status")).toHaveTextContent(day);
const at = (time: string) => `2026-11-20T${time}+05:30`;
const minute = 60_000;

const setDevice = (time: string) => {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"], now: new Date(at(time)) });
  onTestFinished(() => void vi.useRealTimers());
};

test("a day that is shown changes at midnight in India", async () => {
  setDevice("23:59:00");
  noteServerTime(at("23:59:00"));
  mount(<Day />);
  await shown("2026-11-20");
  vi.advanceTimersByTime(minute - 1);
  await shown("2026-11-20");
  vi.advanceTimersByTime(2);
  await shown("2026-11-21");
  vi.advanceTimersByTime(24 * 60 * minute);
  await shown("2026-11-22");
});

test("it is the server's, also while the device is more than five minutes wrong, until that clock is set", async () => {
  setDevice("12:00:00");
  mount(<Day />);
  noteServerTime(new Date(Date.now() + 4 * minute).toISOString());
  expect(clockError()).toBe(0);
  noteServerTime("2026-11-19T12:00:00+05:30");
  await shown("2026-11-19");
  expect(clockError()).toBe(24 * 60 * minute);
  vi.advanceTimersByTime(12 * 60 * minute);
  await shown("2026-11-20");
  // Somebody sets it: what was read of it counts no longer.
  vi.setSystemTime(Date.now() - 24 * 60 * minute);
  expect(clockError()).toBe(0);
});
