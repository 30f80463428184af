// The bar that offers a new version of the app. Nothing reloads before somebody presses its button.
import { RefreshCw } from "lucide-react";
import { useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { useUndoOffer } from "../domain/undo-offer.ts";
import { newEmitter } from "../lib/emitter.ts";
import { Button } from "../ui/button.tsx";
import style from "./toaster.module.css";
import { toastRegion } from "./toaster.tsx";

let offered: { load: () => void } | undefined;
let mounted = false;
const { subscribe, emit } = newEmitter();
const setOffered = (next: typeof offered): void => {
  offered = next;
  emit();
};

export const showNewVersion = (load: () => void): void => {
  if (!offered) setOffered({ load });
  if (mounted) return;
  mounted = true;
  // A root of its own, since the app does not wait for it and outlives it.
  const place = toastRegion().appendChild(document.createElement("div"));
  createRoot(place).render(<NewVersion />);
};

function NewVersion() {
  const offer = useSyncExternalStore(subscribe, () => offered);
  // The offer to undo has the same place, and goes first, since its time is short.
  const undo = useUndoOffer();
  if (!offer || undo) return null;
  return (
    <section aria-label="New version" className={`${style.toast} ${style.bar} ${style.below}`}>
      <RefreshCw size={18} aria-hidden="true" />
      <span className={style.message}>A new version is ready</span>
      <Button onClick={offer.load}>Load it</Button>
      <button
        type="button"
        className={style.close}
        aria-label="Later"
        title="Later"
        onClick={() => setOffered(undefined)}
      >
        ×
      </button>
    </section>
  );
}
