// Toasts. The library's own styles would need a style element, which the CSP forbids.
import { CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";
import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { resolveValue, type Toast, toast, useToaster } from "react-hot-toast/headless";
import style from "./toaster.module.css";

/** A live region beside the app: inside it, a dialog would hide toasts from screen readers. */
export const toastRegion = (): HTMLElement => document.getElementById("toasts") ?? document.body;

function Icon({ type }: { type: Toast["type"] }) {
  if (type === "loading") return <LoaderCircle size={18} className={style.turning} aria-hidden="true" />;
  if (type === "error") return <CircleAlert size={18} className={style.bad} aria-hidden="true" />;
  if (type === "success") return <CircleCheck size={18} className={style.good} aria-hidden="true" />;
  return null;
}

export function Toaster() {
  // Durations and the limit of 20 are the library's defaults, which are the specification's.
  const { toasts, handlers } = useToaster();
  const shown = toasts.filter(({ visible }) => visible);
  const none = shown.length === 0;
  useEffect(() => {
    // A toast removed under the pointer fires no mouseleave, and would pause the timers for good.
    if (none) handlers.endPause();
  }, [none, handlers.endPause]);
  const before = useRef<HTMLElement>(null);
  const close = (id: string) => {
    toast.dismiss(id);
    // With the button it would be lost.
    if (toastRegion().contains(document.activeElement)) (before.current ?? document.getElementById("main"))?.focus();
  };
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and the focus only pause the timers.
    <div
      className={style.toaster}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={({ currentTarget, relatedTarget }) => {
        handlers.startPause();
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget as HTMLElement | null;
      }}
      onBlur={handlers.endPause}
    >
      {shown.map((one) => (
        <div key={one.id} className={style.toast} {...one.ariaProps}>
          <Icon type={one.type} />
          <span className={style.text}>{resolveValue(one.message, one)}</span>
          {one.type === "error" && (
            <button type="button" className={style.close} aria-label="Dismiss" onClick={() => close(one.id)}>
              ×
            </button>
          )}
        </div>
      ))}
    </div>,
    toastRegion(),
  );
}
