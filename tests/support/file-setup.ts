// Before every test file: our modules are loaded anew, libraries stay loaded, and no day ends while it runs. With
// DAYS_AHEAD=40 it runs in forty days.
import { vi } from "vitest";
import { wallClock } from "#shared/day.ts";
import { moveClock } from "./clock.ts";

vi.resetModules();
/** Milliseconds of a day, of the longest test file, and from midnight until the day before can be closed. */
const [day, longest, open] = [86_400_000, 240_000, 16 * 60_000];
const ahead = Number(process.env.DAYS_AHEAD ?? 0) * day;
moveClock(ahead);

// A file reads today's date when it starts and uses it minutes later, so near midnight it starts on the next day; and just
// after midnight a while later, as yesterday cannot be closed yet.
const since = wallClock(Date.now()).getTime() % day;
if (since < open) moveClock(ahead + open - since);
else if (day - since < longest) moveClock(ahead + day - since + open);
