// Shown while a screen loads, and when it has failed; the menu keeps working.
import type { ReactNode } from "react";
import { ErrorBoundary, type FallbackProps } from "react-error-boundary";
import { useLocation } from "react-router-dom";
import { setMissingPart } from "../lib/lazy.tsx";
import { useDestination } from "../lib/navigation/router.tsx";
import { screenFailures } from "../lib/screen-failures.ts";
import { Button } from "../ui/button.tsx";
import { Banner } from "../ui/page/banner.tsx";
import { Page } from "../ui/page/page.tsx";
import style from "./screen-boundary.module.css";

export function Loading() {
  return (
    <div className={style.loading} role="status" aria-label="Loading">
      <span className={style.bar} aria-hidden="true" />
      <span className={style.word} aria-hidden="true">
        Loading
      </span>
    </div>
  );
}

/** Covers the previous screen, which stays until the next one has loaded. */
export function LoadingNext() {
  const { pathname } = useLocation();
  const destination = useDestination();
  return destination !== undefined && destination !== pathname && <Loading />;
}

/** Shown for a screen or dialog whose code could not be loaded. */
setMissingPart(({ retry }) => (
  <Banner tone="warn" action={<Button onClick={retry}>Try again</Button>}>
    No connection
  </Banner>
));

function Fallback({ error, resetErrorBoundary }: FallbackProps) {
  // Identifies the error in the console.
  const id = crypto.randomUUID().slice(0, 8);
  console.error(`Reference ${id}`, error);
  return (
    <Page title="This screen failed">
      <p>Something unexpected happened here. The rest of the product still works.</p>
      <p className={style.reference}>
        Reference <code>{id}</code>
        <Button kind="plain" onClick={() => void navigator.clipboard.writeText(id)}>
          Copy
        </Button>
      </p>
      <div className={style.buttons}>
        <Button kind="filled" onClick={() => location.reload()}>
          Reload
        </Button>
        <Button onClick={resetErrorBoundary}>Try again</Button>
      </div>
    </Page>
  );
}

const onError = (error: unknown): void => {
  screenFailures.emit();
  import("./tell-error.ts").then(({ tellError }) => tellError("screen", error)).catch(() => undefined);
};

/** Catches an error of the screen below it; another `path` tries again. */
export function ScreenBoundary({ path, children }: { path: string; children: ReactNode }) {
  return (
    <ErrorBoundary FallbackComponent={Fallback} onError={onError} resetKeys={[path]}>
      {children}
    </ErrorBoundary>
  );
}
