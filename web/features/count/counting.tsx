// Counting: the last scanned product in large type, earlier lines, and everybody's progress. Scans need no press.
import { Camera as CameraIcon, ClipboardCheck, Printer, ScanBarcode, Search, Undo2 } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { CountDetail } from "#shared/count.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { stockOf, useDerived } from "../../domain/catalogue.tsx";
import { dropArrived, useCountLines } from "../../domain/count/count-lines.ts";
import { RefusedLines } from "../../domain/count/refused-lines.tsx";
import { findByCode } from "../../domain/find-by-code.ts";
import work from "../../domain/line-editor/work-list.module.css";
import { isShelf, useShelves } from "../../domain/shelf.ts";
import { findAlias } from "../../domain/use-find-by-code.ts";
import { useSession } from "../../lib/api/session.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { usePhone } from "../../lib/media.ts";
import { useQueryParam } from "../../lib/navigation/url-state.ts";
import { isOwn } from "../../lib/queue/device.ts";
import { isRefused } from "../../lib/queue/newest.ts";
import { scanFeedback } from "../../lib/scan/scan-feedback.ts";
import { useScanner } from "../../lib/scan/scanner.ts";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PageButton, PageLink, PrimaryLink } from "../../ui/page/page.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Closed } from "./closed.tsx";
import style from "./count.module.css";
import { CountCard } from "./count-card.tsx";
import { CountPrintout } from "./count-printout.tsx";
import { CountProducts } from "./count-products.tsx";
import { statusOf, titleOf } from "./count-text.ts";
import { LastLines } from "./last-lines.tsx";
import { arrivedLines, tally, withStored } from "./progress.ts";
import { ProgressBar } from "./progress-bar.tsx";
import { useCounting } from "./use-counting.ts";

const Camera = lazyComponent(() => import("../../ui/camera.tsx"), "Camera");
const TypeUnits = lazyComponent(() => import("./type-units.tsx"), "TypeUnits");

interface Props {
  detail: CountDetail;
  isManager: boolean;
  /** A line was refused, mostly since the count was closed meanwhile. */
  onRefused: () => void;
}

export function Counting({ detail, isManager, onRefused }: Props) {
  const { count } = detail;
  const { user } = useSession();
  const { product: products } = useApplicationContext();
  const stored = useCountLines();
  const own = useMemo(() => stored.filter(isOwn), [stored]);
  const arrived = useMemo(() => arrivedLines(detail), [detail]);
  const lines = useMemo(() => withStored(arrived, count._id, own), [arrived, count._id, own]);
  const tallies = useMemo(() => tally(count, lines), [count, lines]);
  const counting = useCounting(count, lines);
  const { product, undo } = counting;
  const shelfOf = useShelves();
  const [list, setList] = useQueryParam("list");
  const [, setSearch] = useQueryParam("q");
  const [opened, setOpened] = useState<"camera" | "type">();
  const [printing, setPrinting] = useState(false);
  const onPhone = usePhone();
  const isOpen = count.state === "open";
  const close = () => setOpened(undefined);
  const refused = own.some((line) => line.count === count._id && isRefused(line));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onRefused` is another function each time, and does the same.
  useEffect(() => {
    // Counting on would be in vain.
    if (refused && isOpen) onRefused();
  }, [refused, isOpen]);

  // In a count of all products, those in stock are expected; any other product can be counted too.
  const stock = useDerived(stockOf);
  const wanted = useMemo(() => {
    if (count.products) return new Set(count.products);
    if (!stock || !isOpen) return undefined;
    const stocked = [...stock].filter(([, { held }]) => (held[count.warehouse._id] ?? 0) > 0);
    return new Set(stocked.map(([id]) => id));
  }, [count, isOpen, stock]);
  const toCount = useMemo(
    () => (wanted ? products.filter(({ _id }) => wanted.has(_id) || tallies.has(_id)) : products),
    [products, wanted, tallies],
  );

  /** The label of a shelf leads to what is still to be counted on it. */
  const scan = (code: string) => {
    const shelves = findByCode(products, code) ? [] : products.map(({ _id }) => shelfOf(_id, count.warehouse._id));
    const shelf = shelves.find((one) => isShelf(one, code));
    setList(shelf ? "to-go" : "", "replace");
    setSearch(shelf ?? "", "replace");
    if (!shelf) return counting.scan(code);
    close();
    return { ok: true, text: `Shelf ${shelf}` };
  };
  const scanByKeys = async (code: string) => {
    if (!(await scan(code)).ok) scanFeedback(false);
  };
  useScanner(isOpen ? scanByKeys : undefined);
  const by = (units: number) => () => isOpen && product && counting.add(product._id, units);
  useShortcuts({
    "+": by(1),
    "=": by(1),
    "-": by(-1),
    ...(product && isOpen && { t: () => setOpened("type") }),
    ...(undo && isOpen && { u: undo }),
    "/": () => setList("to-go"),
  });
  useEffect(() => {
    if (!isOpen) dropArrived(count._id);
    // Reads the codes of channels ahead, while there is a network.
    else void findAlias("");
  }, [isOpen, count._id]);

  const waiting = lines.filter(({ waits }) => waits).length;
  const title = onPhone ? `Count, ${count.warehouse.name}` : `Count ${titleOf(count)}`;
  const { word, tone } = statusOf(count);
  const buttons = (
    <div className={onPhone ? work.thumb : style.buttons}>
      <Button icon={Undo2} disabled={!undo} onClick={undo}>
        Undo
      </Button>
      <Button
        kind={onPhone ? "filled" : "outlined"}
        icon={CameraIcon}
        className={style.wide}
        onClick={() => setOpened("camera")}
      >
        Scan by camera
      </Button>
    </div>
  );
  return (
    <Page
      title={title}
      aside={!isOpen && <Tag tone={tone}>{word}</Tag>}
      action={
        <>
          {isOpen && <PageButton icon={Printer} label="Count sheet" onClick={() => setPrinting(true)} />}
          {isManager &&
            (onPhone ? (
              <PageLink icon={ClipboardCheck} label="Review" to={`/count/${count._id}/review`} />
            ) : (
              <PrimaryLink icon={ClipboardCheck} to={`/count/${count._id}/review`}>
                Review
              </PrimaryLink>
            ))}
        </>
      }
    >
      <RefusedLines count={count._id} />
      {printing && <CountPrintout count={count} products={toCount} onDone={() => setPrinting(false)} />}
      {!isOpen && <Closed count={count} tallies={tallies} lines={lines} isManager={isManager} />}
      {isOpen && list && (
        <CountProducts
          {...{ count, tallies, toCount }}
          products={count.products ? toCount : products}
          onChoose={(id) => {
            counting.show(id);
            setList("", "replace");
          }}
        />
      )}
      {isOpen && !list && (
        <div className={style.counting}>
          <div className={style.main}>
            <ProgressBar
              {...{ tallies, waiting }}
              products={toCount.length}
              user={user?._id}
              onToGo={() => setList("to-go")}
            />
            {product ? (
              <CountCard
                {...{ count, product, counting }}
                shelf={shelfOf(product._id, count.warehouse._id)}
                tally={tallies.get(product._id)}
                user={user?._id}
                onType={() => setOpened("type")}
              />
            ) : (
              <div className={style.card} data-empty>
                <Empty
                  icon={ScanBarcode}
                  text={counting.last?.text ?? "Scan the first product. Every scan adds one."}
                  action={
                    <Button icon={Search} onClick={() => setList("to-go")}>
                      Choose a product
                    </Button>
                  }
                />
              </div>
            )}
            {!onPhone && buttons}
          </div>
          <LastLines
            {...{ lines, tallies, user: user?._id }}
            shown={product?._id}
            onShow={counting.show}
            onAll={() => setList("counted")}
          />
          {onPhone && buttons}
        </div>
      )}
      {opened === "camera" && <Camera onCode={scan} onClose={close} />}
      {opened === "type" && product && (
        <TypeUnits
          product={product}
          units={tallies.get(product._id)?.lines.find(({ isLocal }) => isLocal)?.quantity}
          onScan={(code) => {
            close();
            void scanByKeys(code);
          }}
          {...{ counting }}
          onClose={close}
        />
      )}
    </Page>
  );
}
