// Channels that have lost all the warehouses that were chosen for them: nothing is taken for such a channel until somebody
// chooses again.
import { warehousesFor } from "./catalogue.ts";
import { type Channel, channelLabel, channels } from "./channel.ts";
import type { Warehouse } from "./warehouse.ts";

/** As it is stored: a deleted warehouse keeps its places, to which it is restored. */
type Stored = Warehouse & { deleted_at?: string };

export const channelsWithout = (rows: readonly Stored[]): Channel[] => {
  const active = rows.filter(({ deleted_at }) => !deleted_at);
  return channels.filter(
    (channel) => rows.some((row) => row.channels?.[channel]) && !warehousesFor(channel, active, []),
  );
};

/** Channels that take from this warehouse alone: without it they have none left. */
export const channelsOnlyIn = ({ _id }: Pick<Warehouse, "_id">, warehouses: readonly Warehouse[]): Channel[] =>
  channels.filter((channel) => warehousesFor(channel, warehouses, [])?.join() === _id);

export const noneLeft = (channel: Channel): string =>
  `No warehouse is left for ${channelLabel(channel)}: choose from which to take`;
