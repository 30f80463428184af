// `if (await confirm({…}))`: one confirmation for every screen; its code loads after the first screen.
import { createContext, type ReactNode, startTransition, useCallback, useContext, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { lazyComponent } from "../../lib/lazy.tsx";
import { painted } from "../../lib/painted.ts";
import type { Question } from "./confirm-dialog.tsx";

const ConfirmDialog = lazyComponent(() => import("./confirm-dialog.tsx"), "ConfirmDialog");

export type Ask = (question: Question) => Promise<boolean>;
const ConfirmContext = createContext<Ask>(() => Promise.resolve(false));

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ question: Question; answer: (yes: boolean) => void }>();
  // The press that asks is answered before the question is drawn. A question that comes later takes the place of an open one.
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((answer) =>
        startTransition(() =>
          setAsked((open) => {
            open?.answer(false);
            return { question, answer };
          }),
        ),
      ),
    [],
  );
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question is withdrawn with the screen that asked it.
  useEffect(
    () =>
      setAsked((open) => {
        open?.answer(false);
        return undefined;
      }),
    [pathname],
  );
  // The question goes before what was confirmed begins.
  const answer = (yes: boolean) => {
    setAsked((now) => (now === asked ? undefined : now));
    void painted().then(() => asked?.answer(yes));
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      {asked && <ConfirmDialog {...asked.question} onAnswer={answer} />}
    </ConfirmContext>
  );
}

export const useConfirm = (): Ask => useContext(ConfirmContext);
