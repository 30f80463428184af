// One count, by its address: counting while it is open, the review for managers, and what came of it once it is closed.
import { ScanBarcode } from "lucide-react";
import { useEffect } from "react";
import { Navigate, useParams } from "react-router-dom";
import { Failure } from "#shared/failure.ts";
import { mayAct } from "#shared/role.ts";
import { useSession } from "../../lib/api/session.ts";
import { useData } from "../../lib/api/use-data.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page } from "../../ui/page/page.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";

const Counting = lazyComponent(() => import("./counting.tsx"), "Counting");
const Review = lazyComponent(() => import("./review.tsx"), "Review");

/** Milliseconds until the lines of others are read again; longer for a count of many lines, which are a long answer. */
const readInterval = (lines: number): number => 15_000 + 10 * lines;

export function CountScreen() {
  const { id = "", part } = useParams();
  const { user } = useSession();
  const isManager = user !== null && mayAct(user.role, "manager");
  if (part === "review" && !isManager) return <Navigate to={`/count/${id}`} replace />;
  return part === "review" ? <Review key={id} id={id} /> : <OpenCount key={id} id={id} isManager={isManager} />;
}

function OpenCount({ id, isManager }: { id: string; isManager: boolean }) {
  const detail = useData("GET /v1/counts/{id}", { path: { id } });
  const { data, retry } = detail;
  const isOpen = data?.count.state === "open";
  const interval = readInterval(data?.lines.length ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `retry` is another function each time, and does the same.
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => document.visibilityState === "visible" && navigator.onLine && retry(), interval);
    return () => clearInterval(timer);
  }, [isOpen, interval]);
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
