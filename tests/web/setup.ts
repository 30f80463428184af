// Before every component test: the clock of its page is as many days ahead as DAYS_AHEAD says.
import { moveDate } from "#tests/support/move-date.ts";

moveDate(Number(import.meta.env.DAYS_AHEAD) * 86_400_000);
