// Buttons: one filled per view, the rest outlined; an icon alone has an accessible name.
import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { preloadScreen } from "../lib/navigation/screens.ts";
import style from "./button.module.css";

interface Look {
  kind?: "filled" | "outlined" | "plain" | "danger";
  icon?: LucideIcon;
}

type Props = ComponentProps<"button"> & Look & { busy?: boolean };

const classOf = (kind: string, extra = ""): string => `${style.button} ${style[kind]} ${extra}`;

/** While busy it keeps its width and its place in the tab order, and ignores presses. */
export function Button({ kind = "outlined", icon: Icon, busy = false, children, className, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf(kind, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <LoaderCircle className={style.spinner} size={18} aria-hidden="true" />}
      <span className={style.content}>
        {Icon && <Icon size={18} aria-hidden="true" />}
        {children}
      </span>
    </button>
  );
}

interface Named {
  icon: LucideIcon;
  label: string;
  /** Below the icon, on phones: the label in short. */
  word?: ReactNode;
}

type IconProps = ComponentProps<"button"> & Named & { tone?: "danger" };

/** A square button that is only an icon; its name shows on hover. */
export function IconButton({ icon: Icon, label, word, tone, ...rest }: IconProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={tone ? `${style.icon} ${style.red}` : style.icon}
    >
      <Icon size={18} aria-hidden="true" />
      {word && <small>{word}</small>}
    </button>
  );
}

/** Link props that preload the target screen on hover and focus. */
const preloading = (to: LinkProps["to"]) => {
  const preload = () => typeof to === "string" && preloadScreen(to);
  return { to, onPointerEnter: preload, onPointerDown: preload, onFocus: preload };
};

/** A link that is only an icon; its name shows on hover. */
export function IconLink({ icon: Icon, label, word, to, ...rest }: LinkProps & Named) {
  return (
    <Link title={label} aria-label={label} {...rest} {...preloading(to)} className={style.icon}>
      <Icon size={18} aria-hidden="true" />
      {word && <small>{word}</small>}
    </Link>
  );
}

export function ButtonLink({ kind = "outlined", icon: Icon, children, className, to, ...rest }: LinkProps & Look) {
  return (
    <Link {...rest} {...preloading(to)} className={classOf(kind, className)}>
      <span className={style.content}>
        {Icon && <Icon size={18} aria-hidden="true" />}
        {children}
      </span>
    </Link>
  );
}
