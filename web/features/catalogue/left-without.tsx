// The channels that a warehouse's deletion, or its mark, leaves without one.
import { channelLabel } from "#shared/channel.ts";
import { channelsOnlyIn } from "#shared/channel-warehouses.ts";
import type { Warehouse } from "#shared/warehouse.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { Banner } from "../../ui/page/banner.tsx";

export function LeftWithout({ warehouse }: { warehouse: Warehouse }) {
  const { warehouse: warehouses } = useApplicationContext();
  const left = channelsOnlyIn(warehouse, warehouses).map(channelLabel);
  if (left.length === 0) return null;
  return (
    <Banner tone="warn">Left without a warehouse until somebody chooses on Create Picklist: {left.join(", ")}</Banner>
  );
}
