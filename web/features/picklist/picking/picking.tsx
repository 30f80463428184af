// Picking a processed picklist: its places by warehouse, ticked off by a press or a scan, also without a network.
import { CircleCheck, ClipboardList, ScanBarcode } from "lucide-react";
import { startTransition, useEffect, useOptimistic, useState } from "react";
import { useLocation, useParams } from "react-router-dom";
import { movementNumber } from "#shared/movement-number.ts";
import { useApplicationContext } from "../../../domain/application-context.ts";
import { findByCode, unknownCodeText } from "../../../domain/find-by-code.ts";
import { ThumbBar } from "../../../domain/line-editor/work-list.tsx";
import { type Ticked, tick } from "../../../domain/picks/picks.ts";
import { isShelf, useShelves } from "../../../domain/shelf.ts";
import { useFindByCode } from "../../../domain/use-find-by-code.ts";
import { warehouseText } from "../../../domain/warehouse-name.tsx";
import { useDeviceWarehouse } from "../../../domain/warehouse-select.tsx";
import { useSession } from "../../../lib/api/session.ts";
import { useData } from "../../../lib/api/use-data.ts";
import { countText, numberText, useToday } from "../../../lib/format.ts";
import { lazyComponent } from "../../../lib/lazy.tsx";
import { useMedia, usePhone } from "../../../lib/media.ts";
import { useQueryParam } from "../../../lib/navigation/url-state.ts";
import { scanFeedback } from "../../../lib/scan/scan-feedback.ts";
import { useScanner } from "../../../lib/scan/scanner.ts";
import { toast } from "../../../lib/toast.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import type { ScanResult } from "../../../ui/camera.tsx";
import { ToggleChip } from "../../../ui/form/toggle-chip.tsx";
import { Banner } from "../../../ui/page/banner.tsx";
import { Empty } from "../../../ui/page/empty.tsx";
import { Card, Page } from "../../../ui/page/page.tsx";
import { LoadError } from "../../../ui/page/query-status.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { channelsText, type Walk, walkOf } from "../register/walk.ts";
import { PlaceRow } from "./place-row.tsx";
import { byWarehouse, isPicked, type Place, placesOf, type ShownTick, unitsOf, usePicked } from "./places.ts";

const WalkSheet = lazyComponent(() => import("../print/walk-sheet.tsx"), "WalkSheet");
const Camera = lazyComponent(() => import("../../../ui/camera.tsx"), "Camera");

export function PicklistPicking() {
  const { id = "" } = useParams();
  const [day] = useQueryParam("day", useToday());
  const [until] = useQueryParam("until", day);
  // Without a network, only the screen that it was opened from may have the picklist.
  const { state } = useLocation();
  const list = useData("GET /v1/picklists", {
    query: { start: day, end: until },
  });
  const given: Walk | undefined = state?.picklist;
  const known =
    list.data?.find(({ _id }) => _id === id) ?? walkOf(id, list.data?.filter(({ walk }) => walk === id) ?? []);
  const picklist = known ?? (given?._id === id ? given : undefined);
  if (picklist) return <Picking key={id} picklist={picklist} />;
  return (
    <Page title={`Pick ${movementNumber(id)}`}>
      <LoadError query={list} />
      {list.data && (
        <Empty
          icon={ClipboardList}
          text="There is no such picklist on this day."
          action={<ButtonLink to="/picklist/register">Past picklists</ButtonLink>}
        />
      )}
    </Page>
  );
}

function Picking({ picklist }: { picklist: Walk }) {
  const { _id, number, reversed_by, of } = picklist;
  const cancelled = of?.filter((order) => order.reversed_by) ?? [];
  const { user } = useSession();
  const { product: products } = useApplicationContext();
  const shelfOf = useShelves();
  const [device] = useDeviceWarehouse();
  const { query, ticks: stored } = usePicked(_id);
  // A tick is shown even before it is stored.
  const [ticks, showTick] = useOptimistic<readonly ShownTick[], ShownTick>(stored, (all, next) => [...all, next]);
  const picked = query.data;
  const find = useFindByCode(products);
  const [shown, setShown] = useQueryParam("show");
  const [latest, setLatest] = useState("");
  const [scanned, setScanned] = useState("");
  const [camera, setCamera] = useState(false);
  const onPhone = usePhone();
  const isTouch = useMedia("(pointer: coarse)");

  const groups = byWarehouse(user ? placesOf(picklist, picked, ticks, user, shelfOf) : [], device);
  const places = groups.flatMap((group) => group.places);
  const done = places.filter(isPicked);
  const left = places.length - done.length;
  const isOver = reversed_by !== undefined;

  const tickOf = ({ product, warehouse }: Place, picked: boolean): Ticked => ({
    product: product._id,
    warehouse: warehouse._id,
    picked,
  });
  const set = (place: Place, picked: boolean) =>
    startTransition(async () => {
      const next = tickOf(place, picked);
      showTick({ ...next, made_at: Date.now() });
      await tick(_id, () => next);
    });

  const scan = async (code: string): Promise<ScanResult> => {
    const onShelf = findByCode(products, code) ? [] : places.filter(({ shelf }) => isShelf(shelf, code));
    const [first] = [...onShelf.filter((place) => !isPicked(place)), ...onShelf];
    if (!first) return scanProduct(code);
    setLatest(first._id);
    const text = `Shelf ${first.shelf}: ${numberText(onShelf.filter((place) => !isPicked(place)).length)} to pick`;
    setScanned(text);
    return { ok: true, text };
  };
  const scanProduct = async (code: string): Promise<ScanResult> =>
    find(code, async (found): Promise<ScanResult> => {
      if (!found) return { ok: false, text: unknownCodeText(code) };
      const { name } = found.product;
      if (isOver) return { ok: false, text: "This picklist was cancelled" };
      const own = places.filter(({ product }) => product._id === found.product._id);
      if (own.length === 0) return { ok: false, text: `${name} is not on this picklist` };
      // Another scan may have come before this one was drawn.
      const isTicked = ({ product, warehouse }: Place, waiting: readonly Ticked[]) =>
        waiting.some((one) => one.picked && one.product === product._id && one.warehouse === warehouse._id);
      let place: Place | undefined;
      await tick(_id, (waiting) => {
        place = own.find((one) => !isPicked(one) && !isTicked(one, waiting));
        return place && tickOf(place, true);
      });
      if (!place) return { ok: false, text: `${name} is picked already` };
      setLatest(place._id);
      const text = `Picked ${numberText(place.quantity)} × ${name}, ${place.warehouse.name}`;
      setScanned(text);
      return { ok: true, text };
    });
  const scanByKeys = async (code: string) => {
    const { ok, text } = await scan(code);
    if (ok) return toast.dismiss("pick");
    scanFeedback(false);
    toast.error(text, "pick");
  };
  useScanner(scanByKeys);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as another place is the latest.
  useEffect(() => {
    document.querySelector("#main [data-latest]")?.scrollIntoView({ block: "nearest" });
  }, [latest]);

  const progress = `${numberText(done.length)} of ${numberText(places.length)}`;
  const leftText = left === 0 ? "All picked" : `${countText(unitsOf(places) - unitsOf(done), "unit")} to pick`;
  const scanButton = (
    <Button icon={ScanBarcode} disabled={isOver} onClick={() => setCamera(true)}>
      Scan
    </Button>
  );
  const hidePicked = (
    <ToggleChip pressed={shown === "left"} onClick={() => setShown(shown === "left" ? "" : "left", "replace")}>
      Hide picked
    </ToggleChip>
  );
  const isVisible = (place: Place) => shown !== "left" || !isPicked(place);

  return (
    <Page
      title={of ? `Pick ${countText(of.length - cancelled.length, "order")}` : `Pick ${number}`}
      narrow
      aside={<Tag tone="info">{channelsText(of ?? [picklist])}</Tag>}
      action={
        <>
          {of && <WalkSheet walk={picklist} />}
          {isTouch && !onPhone && scanButton}
          {!onPhone && hidePicked}
        </>
      }
    >
      {isOver && (
        <Banner tone="danger">Cancelled by {movementNumber(reversed_by)}: do not pick. Put back what was taken.</Banner>
      )}
      {!isOver &&
        cancelled.map((order) => (
          <Banner key={order._id} tone="danger">
            {`${order.order} was cancelled. Put back what was taken of it: ${order.data.map(({ product, quantity }) => `${numberText(quantity)} × ${product.name}`).join(", ")}.`}
          </Banner>
        ))}
      {!picked && query.failure && (
        <Banner tone="warn">What others have picked is not known: {query.failure.message}.</Banner>
      )}
      <Progress
        value={places.length > 0 ? done.length / places.length : 0}
      >{`${progress} picked · ${leftText}`}</Progress>
      <p role="status" data-sr-only>
        {scanned}
      </p>
      {groups
        .filter((group) => group.places.some(isVisible))
        .map(({ warehouse, places: own }) => (
          <Card
            key={warehouse._id}
            title={warehouseText(warehouse)}
            flush
            aside={`${numberText(own.filter(isPicked).length)}\u00a0of\u00a0${numberText(own.length)}${onPhone ? "" : ` · ${countText(unitsOf(own), "unit")}`}`}
          >
            <ul>
              {own.filter(isVisible).map((place) => (
                <PlaceRow
                  key={place._id}
                  place={place}
                  isOwn={place.picked?.user._id === user?._id}
                  isLatest={place._id === latest}
                  disabled={isOver}
                  onChange={(on) => set(place, on)}
                />
              ))}
            </ul>
          </Card>
        ))}
      {left === 0 && shown === "left" && <Empty icon={CircleCheck} good text="All picked" />}
      {onPhone && <ThumbBar title={progress} note={leftText} start={scanButton} end={hidePicked} />}
      {camera && (
        <Camera onCode={scan} onClose={() => setCamera(false)}>
          <p>{`${progress} picked · ${leftText}`}</p>
        </Camera>
      )}
    </Page>
  );
}
