// A screen that fails takes only itself down: the menu keeps working.
import type { ReactNode } from "react";
import { ErrorBoundary, type FallbackProps } from "react-error-boundary";
import { Button } from "../ui/button.tsx";
import { Page } from "../ui/page/page.tsx";
import style from "./error-boundary.module.css";

/** Found again in the console beside what was thrown. */
const reference = (): string => crypto.randomUUID().slice(0, 8);

function Fallback({ error, resetErrorBoundary }: FallbackProps) {
  const id = reference();
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

/** Another `path` starts fresh. */
export function ScreenBoundary({ path, children }: { path: string; children: ReactNode }) {
  return (
    <ErrorBoundary FallbackComponent={Fallback} resetKeys={[path]}>
      {children}
    </ErrorBoundary>
  );
}
