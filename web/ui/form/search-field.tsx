// The search box of a list; "/" focuses it. Where it takes scanned codes, touch screens have a button for the camera in it.
import { Search, X } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { useMedia } from "../../lib/media.ts";
import { useScanner } from "../../lib/scan/scanner.ts";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { ScanButton } from "../scan-button.tsx";
import field from "./field.module.css";
import style from "./search-field.module.css";

/** Arrow down leads from the search to its results. */
const toRows = (event: KeyboardEvent<HTMLInputElement>): void => {
  if (event.key !== "ArrowDown") return;
  const row = event.currentTarget
    .closest("[data-fills], [data-scroll]")
    ?.querySelector<HTMLElement>("tbody :is([tabindex], [aria-expanded])");
  row?.focus();
  if (row) event.preventDefault();
};

interface Props {
  value: string;
  onChange: (text: string) => void;
  /** Also its accessible name. */
  placeholder: string;
  /** Called with each code that is scanned on the screen. */
  onScan?: (code: string) => void;
  /** Also those of no product. */
  takesNew?: boolean;
}

export function SearchField({ value, onChange, placeholder, onScan, takesNew }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const isTouch = useMedia("(pointer: coarse)");
  useScanner(onScan, takesNew);
  useShortcuts({ "/": () => input.current?.select() });
  return (
    <search className={style.search}>
      <Search size={18} aria-hidden="true" className={style.glass} />
      <input
        ref={input}
        type="search"
        value={value}
        placeholder={placeholder}
        aria-label={placeholder}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        data-scan
        className={field.control}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={toRows}
      />
      {value && (
        <button
          type="button"
          className={field.inset}
          aria-label="Clear search"
          onClick={() => {
            onChange("");
            input.current?.focus();
          }}
        >
          <X size={16} aria-hidden="true" />
        </button>
      )}
      {onScan && isTouch && !value && (
        <ScanButton once label="Scan" className={field.inset} onCode={(code) => void onScan(code)} />
      )}
    </search>
  );
}
