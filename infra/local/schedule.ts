// Runs the EventBridge schedules of the templates while the local run is up.
import type { Assembly } from "./assembly.ts";

interface Schedule {
  cron: CronMatcher;
  target: string;
  input: unknown;
}

type CronMatcher = (at: Date) => boolean;

export const startSchedules = (assembly: Assembly, invoke: (name: string, event: unknown) => Promise<unknown>) => {
  const schedules: Schedule[] = assembly.of("AWS::Scheduler::Schedule").map(({ stack, properties }) => {
    const { ScheduleExpression, ScheduleExpressionTimezone = "UTC", Target } = assembly.resolve(properties, stack);
    return {
      cron: parseCron(ScheduleExpression, ScheduleExpressionTimezone),
      target: Target.Arn.split(":").at(-1),
      input: Target.Input ? JSON.parse(Target.Input) : {},
    };
  });
  let timer: NodeJS.Timeout;
  const waitForNextMinute = () => {
    timer = setTimeout(tick, 60_000 - (Date.now() % 60_000));
    timer.unref();
  };
  const tick = () => {
    const now = new Date();
    // A failure is in the log and does not stop the schedule.
    for (const { cron, target, input } of schedules) if (cron(now)) invoke(target, input).catch(() => {});
    waitForNextMinute();
  };
  waitForNextMinute();
  return { stop: () => clearTimeout(timer) };
};

/**
 * `cron(minute hour day-of-month month day-of-week year)` with numbers, `*` and `?`. Throws at anything else, rather than run at
 * the wrong time.
 */
export const parseCron = (expression: string, timeZone: string): CronMatcher => {
  const fields = /^cron\((.+)\)$/.exec(expression)?.[1]?.trim().split(/\s+/) ?? [];
  if (fields.length !== 6 || fields.some((field) => !/^(\d+|[*?])$/.test(field)))
    throw new Error(`infra/local does not understand the schedule ${expression}.`);
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    minute: "numeric",
    hour: "numeric",
    day: "numeric",
    month: "numeric",
    year: "numeric",
  });
  return (at) => {
    const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { minute = 0, hour = 0, day = 0, month = 0, year = 0 } = part;
    // AWS counts weekdays from 1, Sunday.
    const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1;
    const now = [minute, hour, day, month, weekday, year];
    return fields.every((field, index) => field === "*" || field === "?" || Number(field) === now[index]);
  };
};
