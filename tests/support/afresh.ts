// Before every test file: libraries stay loaded from the file before it, but no module of ours does; a day does not end.
import { vi } from "vitest";
import { wallClock } from "#shared/day.ts";
import { moveClock } from "./clock.ts";

vi.resetModules();
moveClock(0);

/** Milliseconds of a day, and of what a file takes at most. */
const [day, longest] = [86_400_000, 240_000];
// A file says what is today before it begins, and asks the product minutes later: it begins on the next day instead.
const left = day - (wallClock(Date.now()).getTime() % day);
if (left < longest) moveClock(left + 1_000);
