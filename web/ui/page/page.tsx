// The frame of a screen: title, primary action, content. After a navigation the focus moves to its title.
import type { LucideIcon } from "lucide-react";
import { type ComponentProps, createContext, type ReactNode, useEffect, useMemo, useRef } from "react";
import { useLocation } from "react-router-dom";
import { usePhone } from "../../lib/media.ts";
import { parentOf } from "../../lib/navigation/screens.ts";
import { useScrollRestoration } from "../../lib/navigation/scroll-restoration.ts";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { isFocusFree, topDialog } from "../../lib/top-dialog.ts";
import { Button, ButtonLink, IconButton, IconLink } from "../button.tsx";
import style from "./page.module.css";

/** The first screen leaves the focus where the browser put it. */
let firstScreenShown = false;

interface Props {
  title: string;
  /** Beside the title: the state of the whole screen. */
  aside?: ReactNode;
  /** The one filled button, usually a PrimaryAction. */
  action?: ReactNode;
  /** For forms and texts: a readable width. */
  narrow?: boolean;
  children: ReactNode;
}

/** The title of the screen and its aside, for printouts. */
export const PageTitle = createContext<Pick<Props, "title" | "aside">>({ title: "" });

/** A list (DataTable) in it takes the remaining height and scrolls inside; anything else scrolls with the page. */
export function Page({ title, aside, action, narrow = false, children }: Props) {
  const page = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useShortcuts({
    n: () => page.current?.querySelector<HTMLElement>("[data-nothing] [data-primary], [data-primary]")?.click(),
  });
  useEffect(() => {
    // From the title, or if nothing has the focus, to the row that is the tab stop.
    const toRows = (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown" || event.defaultPrevented || !isFocusFree() || topDialog()) return;
      const row = page.current?.querySelector<HTMLElement>(':scope > [data-fills] tbody tr[tabindex="0"]');
      row?.focus();
      if (row) event.preventDefault();
    };
    addEventListener("keydown", toRows);
    return () => removeEventListener("keydown", toRows);
  }, []);
  useScrollRestoration("page", () => page.current?.closest<HTMLElement>("[data-scroll]"), true);
  useEffect(() => {
    document.title = `${title} · Inventory Manager`;
  }, [title]);
  useEffect(() => {
    if (firstScreenShown && !document.querySelector('[role="dialog"]')) heading.current?.focus({ preventScroll: true });
    firstScreenShown = true;
  }, []);
  const named = useMemo(() => ({ title, aside }), [title, aside]);
  return (
    <div ref={page} className={style.page} data-narrow={narrow || undefined}>
      <div className={style.head}>
        <div className={style.title}>
          <WayBack />
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {aside}
        </div>
        {action && <div className={style.action}>{action}</div>}
      </div>
      <PageTitle value={named}>{children}</PageTitle>
    </div>
  );
}

/** The search of each screen as it was left, by its path. */
const leftWith = new Map<string, string>();

/** A search holds what somebody typed: the next user of the tab does not find it. */
export const forgetWaysBack = (): void => leftWith.clear();

/** From a screen below another one: to that one, as it was left. */
function WayBack() {
  const { pathname, search } = useLocation();
  const onPhone = usePhone();
  useEffect(() => {
    const left = new URLSearchParams(search);
    // A dialog that stood open led away.
    for (const name of ["do", "id"]) left.delete(name);
    leftWith.set(pathname, left.size > 0 ? `?${left}` : "");
  }, [pathname, search]);
  const parent = parentOf(pathname);
  if (!parent) return null;
  return (
    <ButtonLink kind="plain" aria-label={parent.label} to={parent.to + (leftWith.get(parent.to) ?? "")}>
      ← {!onPhone && parent.label}
    </ButtonLink>
  );
}

/** The page's primary button: `n` presses it; on phones `thumb` keeps it in reach while the list scrolls. */
export function PrimaryAction({ thumb = false, ...button }: ComponentProps<typeof Button> & { thumb?: boolean }) {
  return <Button kind="filled" data-primary {...button} className={thumb ? style.thumb : undefined} />;
}

/** The primary action as a link to another screen. */
export function PrimaryLink({ thumb = false, ...link }: ComponentProps<typeof ButtonLink> & { thumb?: boolean }) {
  return <ButtonLink kind="filled" data-primary {...link} className={thumb ? style.thumb : undefined} />;
}

interface PageLinkProps {
  icon: LucideIcon;
  label: string;
  /** Shown instead of `label`. */
  short?: ReactNode;
  to: string;
}

/** A link to another screen beside the primary action; on phones its icon over its short label. */
export function PageLink({ label, short = label, ...link }: PageLinkProps) {
  if (usePhone()) return <IconLink label={label} word={short} {...link} />;
  return <ButtonLink {...link}>{short}</ButtonLink>;
}

type PageButtonProps = ComponentProps<"button"> & Omit<PageLinkProps, "to">;

/** A button beside the primary action; on phones its icon over its short label. */
export function PageButton({ label, short = label, ...button }: PageButtonProps) {
  if (usePhone()) return <IconButton label={label} word={short} {...button} />;
  return <Button {...button}>{short}</Button>;
}

interface CardProps {
  title: string;
  aside?: ReactNode;
  /** Its content touches the edges and scrolls inside: lists. */
  flush?: boolean;
  children: ReactNode;
}

/** A white box on a page. */
export function Card({ title, aside, flush = false, children }: CardProps) {
  return (
    <section className={style.card} aria-label={title}>
      <div className={style.cardHead}>
        <h2>{title}</h2>
        {aside}
      </div>
      <div className={style.cardBody} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  );
}

export const PrintedBy = createContext("");
