// One count, by its address: counting while it is open, the review for managers, and the result once it is closed.
import { ScanBarcode } from "lucide-react";
import { Navigate, useParams } from "react-router-dom";
import type { CountDetail } from "#shared/count.ts";
import { Failure } from "#shared/failure.ts";
import { useIsManager } from "../../lib/api/session.ts";
import { useData } from "../../lib/api/use-data.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page } from "../../ui/page/page.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";

const Counting = lazyComponent(() => import("./counting.tsx"), "Counting");
const Review = lazyComponent(() => import("./review.tsx"), "Review");

/** Milliseconds until the lines of other devices are read again; longer for an open count of many lines. */
const readInterval = (detail?: CountDetail): number =>
  detail && detail.count.state !== "open" ? 0 : 15_000 + 10 * (detail?.lines.length ?? 0);

export function CountScreen() {
  const { id = "", part } = useParams();
  const isManager = useIsManager();
  if (part === "review" && !isManager) return <Navigate to={`/count/${id}`} replace />;
  return part === "review" ? <Review key={id} id={id} /> : <OpenCount key={id} id={id} isManager={isManager} />;
}

function OpenCount({ id, isManager }: { id: string; isManager: boolean }) {
  const detail = useData("GET /v1/counts/{id}", { path: { id } }, { every: readInterval });
  const { data, retry } = detail;
  if (data) return <Counting detail={data} isManager={isManager} onRefused={retry} />;
  const isMissing = detail.failure instanceof Failure && detail.failure.status === 404;
  return (
    <Page title="Count">
      {isMissing ? (
        <Empty
          icon={ScanBarcode}
          text="There is no such count."
          action={<ButtonLink to="/count">All counts</ButtonLink>}
        />
      ) : (
        <LoadError query={detail} />
      )}
    </Page>
  );
}
