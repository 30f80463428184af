// Before every test file: our modules are loaded anew, libraries stay loaded, and no day ends while it runs.
import { vi } from "vitest";
import { wallClock } from "#shared/day.ts";
import { moveClock } from "./clock.ts";

vi.resetModules();
moveClock(0);

/** Milliseconds of a day, and of the longest test file. */
const [day, longest] = [86_400_000, 240_000];
// A file reads today's date when it starts and uses it minutes later, so near midnight it starts on the next day.
const left = day - (wallClock(Date.now()).getTime() % day);
if (left < longest) moveClock(left + 1_000);
