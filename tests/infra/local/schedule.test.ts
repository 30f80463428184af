// Schedules fire at the minute of their cron expression in their time zone.
import { expect, test } from "vitest";
import { parseCron } from "#infra/local/schedule.ts";

test.each([
  ["cron(30 0 * * ? *)", "Asia/Kolkata", "2026-11-20T19:00:00Z", true],
  ["cron(30 0 * * ? *)", "Asia/Kolkata", "2026-11-20T19:01:00Z", false],
  ["cron(30 0 * * ? *)", "Asia/Kolkata", "2026-11-20T00:30:00Z", false],
  ["cron(30 0 * * ? *)", "UTC", "2026-11-20T00:30:59Z", true],
  ["cron(0 8 ? * 6 2026)", "UTC", "2026-11-20T08:00:00Z", true],
  ["cron(0 8 ? * 6 2026)", "UTC", "2026-11-21T08:00:00Z", false],
  ["cron(0 0 15 10 ? *)", "UTC", "2026-10-15T00:00:00Z", true],
  ["cron(0 0 15 10 ? *)", "UTC", "2026-11-15T00:00:00Z", false],
])("%s in %s at %s: %s", (expression, zone, at, fires) => {
  expect(parseCron(expression, zone)(new Date(at))).toBe(fires);
});

test.each(["cron(0 0 L * ? *)", "cron(0 0 * * MON *)", "cron(0/15 8-17 ? * * *)", "rate(1 day)", "cron(0 0 * * ?)"])(
  "%s is not silently misread",
  (expression) => {
    expect(() => parseCron(expression, "UTC")).toThrow(expression);
  },
);
