// The two-panel page for signing in: gradient and logo on the left, a form on the right.
import { type ReactNode, useEffect } from "react";
import { useOnline } from "../../lib/media.ts";
import { Logo } from "../../ui/logo.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import style from "./sign-in-layout.module.css";

export function SignInLayout({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const online = useOnline();
  useEffect(() => {
    document.title = `${title} · Inventory Manager`;
  }, [title]);
  return (
    <div className={style.front}>
      <header className={style.panel}>
        <div className={style.mark}>
          <Logo size={44} />
          <span>Inventory Manager</span>
        </div>
        <div className={style.words}>
          <p className={style.claim}>Every unit, in every warehouse, on every channel.</p>
          <p>Stock in, stock out, and how fast it sells, without guessing.</p>
        </div>
        <Shelves />
      </header>
      <main className={style.side}>
        <div className={style.form}>
          <h1>{title}</h1>
          <p className={style.text}>{text}</p>
          {!online && <Banner tone="warn">You are offline: signing in needs a connection.</Banner>}
          {children}
        </div>
      </main>
    </div>
  );
}

/** Boxes on shelves, fading upwards. */
function Shelves() {
  const rows = [0, 1, 2, 3];
  const boxes = [
    [0, 0, 1, 0, 0, 0],
    [0, 1, 1, 0, 1, 0],
    [1, 1, 2, 1, 1, 0],
    [1, 2, 1, 1, 2, 1],
  ];
  return (
    <svg className={style.shelves} viewBox="0 0 360 240" aria-hidden="true">
      {rows.map((row) => (
        <g key={row} transform={`translate(0 ${row * 60})`} opacity={0.25 + row * 0.22}>
          {boxes[row]?.map(
            (kind, column) =>
              kind > 0 && (
                // biome-ignore lint/suspicious/noArrayIndexKey: a drawing that never changes.
                <g key={column} transform={`translate(${column * 60 + 6} ${kind === 2 ? 10 : 20})`}>
                  <rect
                    width="48"
                    height={kind === 2 ? 48 : 38}
                    rx="5"
                    fill="currentColor"
                    opacity={kind === 2 ? 0.34 : 0.2}
                  />
                  <rect x="18" width="12" height={kind === 2 ? 18 : 12} fill="currentColor" opacity="0.35" />
                </g>
              ),
          )}
          <rect y="58" width="360" height="2" rx="1" fill="currentColor" opacity="0.5" />
        </g>
      ))}
    </svg>
  );
}
