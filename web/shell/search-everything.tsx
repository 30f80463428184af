// The global search: a field in the top bar, on phones a drawer. Ctrl or Cmd + K focuses it.
import { Search } from "lucide-react";
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type SetStateAction,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocation } from "react-router-dom";
import { codesOf, gtinOf } from "#shared/product-code.ts";
import { useApplicationContext } from "../domain/application-context.ts";
import { findByCode } from "../domain/find-by-code.ts";
import { isAlias, useCodeSearch } from "../domain/use-find-by-code.ts";
import { scanFeedback } from "../lib/scan/scan-feedback.ts";
import { Scanner, useUnclaimedScans } from "../lib/scan/scanner.ts";
import { known } from "../lib/scan/takers.ts";
import { wordsOf } from "../lib/search.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import { toast } from "../lib/toast.ts";
import { DialogContext, onceUncovered, topDialog } from "../lib/top-dialog.ts";
import { IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Highlighted, SearchedWords } from "../ui/highlighted.tsx";
import { ClampedText } from "../ui/tag.tsx";
import { type Entry, type SearchProps, useSearchEntries } from "./search-entries.tsx";
import style from "./search-everything.module.css";

const title = "Search everything";

/** On desktops, with the results below it while it has the focus. */
export function SearchBar(props: SearchProps) {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [scanned, setScanned] = useState<Scanned>({ code: "" });
  useUnclaimed((next) => {
    setScanned(next);
    input.current?.focus();
  });
  const leave = () => input.current?.blur();
  const { key } = useLocation();
  // As the screen is drawn: later it would take the focus from a code that was scanned meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another screen is shown, as by Back.
  useLayoutEffect(() => input.current?.blur(), [key]);
  useShortcuts({ "mod+k": () => (open ? leave() : onceUncovered(() => input.current?.focus())) });
  return (
    // While it is open it is a dialog that covers the screen: scans and shortcuts are its own.
    // biome-ignore lint/a11y/noStaticElementInteractions: it has one of two roles.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both of them are named.
    <div
      ref={box}
      role={open ? "dialog" : "search"}
      aria-label={title}
      className={style.field}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
    >
      <DialogContext value={box}>
        <Search size={18} aria-hidden="true" />
        <Finder
          {...props}
          open={open}
          scanned={scanned}
          onDone={leave}
          ref={input}
          placeholder="Search products, containers, picklists"
        />
        {!open && <kbd>Ctrl K</kbd>}
      </DialogContext>
    </div>
  );
}

/** On phones: a button, and the drawer that it opens. */
export function PhoneSearch(props: SearchProps) {
  const [opened, setOpened] = useState<Scanned>();
  const open = () => setOpened({ code: "" });
  const close = () => setOpened(undefined);
  useUnclaimed(setOpened);
  useShortcuts({ "mod+k": opened ? close : open });
  return (
    <>
      <IconButton icon={Search} label={title} onClick={open} />
      {opened && (
        <Dialog local title={title} bare onClose={close}>
          <Finder
            {...props}
            open
            scanned={opened}
            onDone={close}
            data-first
            placeholder="Products, containers, picklists"
          />
        </Dialog>
      )}
    </>
  );
}

interface Scanned {
  code: string;
}

/** Tells the scanner's keys which texts are codes. */
function useKnownCodes(): void {
  const { product: products } = useApplicationContext();
  useEffect(() => {
    known.isCode = (text) => {
      const product = findByCode(products, text);
      return product !== undefined && codesOf(product).includes(text);
    };
    known.isBarcode = (text) => text.length >= 12 && gtinOf(text) !== undefined;
    known.isFound = (text) => Boolean(findByCode(products, text)) || isAlias(text);
  }, [products]);
}

/** Searches a code that no other part of the screen takes; under a dialog only a toast shows the code. */
const useUnclaimed = (search: (scanned: Scanned) => void): void => {
  useKnownCodes();
  useUnclaimedScans((code) => {
    if (!topDialog()) return search({ code });
    scanFeedback(false);
    toast.error(`Scanned ${code}: nothing here takes a code`, "scan");
  });
};

interface FinderProps extends SearchProps, Pick<ComponentProps<"input">, "placeholder" | "ref"> {
  open: boolean;
  scanned: Scanned;
  /** An entry was chosen, or the search given up. */
  onDone: () => void;
  "data-first"?: boolean;
}

function Finder({ menu, onLogout, onTheme, onOpen, scanned, open, onDone, ...field }: FinderProps) {
  const list = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  // Not deferred: Enter chooses from the result of the last letter.
  const { groups, loading } = useSearchEntries(open ? text : "", { menu, onLogout, onTheme, onOpen });
  const entries = groups.flatMap((group) => group.entries);
  const words = useMemo(() => wordsOf(text), [text]);

  const active = Math.min(at, entries.length - 1);
  const search = (wanted: SetStateAction<string>) => {
    setText(wanted);
    setAt(0);
  };
  const scan = useCodeSearch(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each scan.
  useEffect(() => {
    if (scanned.code) scan(scanned.code);
  }, [scanned]);
  const leave = () => {
    search("");
    onDone();
  };
  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    leave();
    entry.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((active + step + entries.length) % Math.max(1, entries.length));
    else if (event.key === "Enter") choose(entries[active]);
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
  };

  return (
    <>
      {open && <Scanner onScan={scan} />}
      <input
        {...field}
        data-scan
        className={style.input}
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-activedescendant={open && entries[active] ? `${list}-${active}` : undefined}
        aria-label={title}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => search(event.target.value)}
        onKeyDown={press}
      />
      {open && (
        // With this index Tab does not stop at it, although it scrolls.
        // biome-ignore lint/a11y/noStaticElementInteractions: a press on it leaves the focus in the field.
        <div className={style.results} tabIndex={-1} onMouseDown={(event) => event.preventDefault()}>
          <SearchedWords value={words}>
            <div id={list} role="listbox" aria-label="Results">
              {groups.map(({ kind, entries: own }) => (
                <Group key={kind} name={kind}>
                  {own.map((entry) => (
                    <Option
                      key={entry.id}
                      id={`${list}-${entries.indexOf(entry)}`}
                      entry={entry}
                      active={entry === entries[active]}
                      onPoint={() => setAt(entries.indexOf(entry))}
                      onChoose={() => choose(entry)}
                    />
                  ))}
                </Group>
              ))}
            </div>
          </SearchedWords>
          {entries.length === 0 && (
            <p className={style.none}>{loading ? "Loading" : `Nothing found for “${text.trim()}”`}</p>
          )}
        </div>
      )}
    </>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box.
    <div role="group" aria-labelledby={id}>
      <div id={id} className={style.kind}>
        {name}
      </div>
      {children}
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  active: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, entry: { name, note, icon }, active, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the same.
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={style.entry}
      ref={active ? (node) => node?.scrollIntoView({ block: "nearest" }) : undefined}
      onPointerMove={active ? undefined : onPoint}
      onClick={onChoose}
    >
      <span className={style.icon}>{icon}</span>
      <span className={style.name}>
        <ClampedText>{name}</ClampedText>
      </span>
      {note && (
        <span className={style.note}>
          <Highlighted>{note}</Highlighted>
        </span>
      )}
    </div>
  );
}
