// Devices that ask what has changed of the catalogue, in random histories with an index that lags.
// `npm run simulate -- --seeds 1 --from <seed>` replays one, and runs as many others as one likes; `simulate.test` runs the first.
import { expect, test } from "vitest";
import { deviceDifferenceOf } from "./devices.ts";

const guarantee = "in history %i every device's lists equal those of the API once the index has caught up";
const agree = async (seed: number) => expect(await deviceDifferenceOf(seed)).toBeUndefined();

// Without the second look 4, 5 and 6 fail, without the count of each hour 8, and with rows read before the logs 21.
test.each([1, 2, 3, 4, 5, 6, 7, 8, 21])(guarantee, { timeout: 600_000, tags: "exhaustive" }, agree);
