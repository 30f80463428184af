// Settings of this device, not of its user: its warehouse, and its scanner, with a field to try it.
import { CircleCheck } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useApplicationContext } from "../domain/application-context.ts";
import { useFindByCode } from "../domain/use-find-by-code.ts";
import { useDeviceWarehouse, WarehouseSelect } from "../domain/warehouse-select.tsx";
import { countText, numberText } from "../lib/format.ts";
import { usePreference } from "../lib/preference.ts";
import { scanFeedback } from "../lib/scan/scan-feedback.ts";
import { Scanner } from "../lib/scan/scanner.ts";
import type { Arrival } from "../lib/scan/takers.ts";
import { Dialog, DialogBody } from "../ui/dialog/dialog.tsx";
import { Checkbox } from "../ui/form/checkbox.tsx";
import { Input } from "../ui/form/field.tsx";
import form from "../ui/form/form-page.module.css";
import { Banner } from "../ui/page/banner.tsx";

export function DeviceSettings({ onClose }: { onClose: () => void }) {
  const [warehouse, setWarehouse] = useDeviceWarehouse();
  const [prefix, setPrefix] = usePreference("scan prefix", "");
  const [suffix, setSuffix] = usePreference("scan suffix", "");
  return (
    <Dialog local title="This device" onClose={onClose}>
      <DialogBody>
        <WarehouseSelect
          label="Warehouse"
          hint="Forms that move or count stock begin with it."
          value={warehouse}
          onChange={({ target }) => setWarehouse(target.value)}
        />
        <TryScan />
        <div className={form.row}>
          <Input
            label="Scanner prefix"
            hint="Typed before each code, mostly nothing."
            value={prefix}
            onChange={({ target }) => setPrefix(target.value)}
          />
          <Input
            label="Scanner suffix"
            hint="Typed after it, besides Enter or Tab."
            value={suffix}
            onChange={({ target }) => setSuffix(target.value)}
          />
        </div>
        <div className={form.row}>
          <Switch label="Sound" name="scan sound" />
          <Switch label="Vibration" name="scan vibration" />
        </div>
      </DialogBody>
    </Dialog>
  );
}

/** A switch for sound or vibration, which gives a sample when switched on. */
function Switch({ label, name }: { label: string; name: string }) {
  const [value, set] = usePreference(name, "on");
  const change = (on: boolean) => {
    set(on ? "on" : "off");
    if (on) scanFeedback(true);
  };
  return <Checkbox label={label} checked={value === "on"} onChange={change} />;
}

interface Tried {
  ok: boolean;
  text: string;
  detail: string;
}

const paceText = (pace: number): string => `${numberText(Math.round(pace))} ms between keys`;

/** Milliseconds after the last key until the dialog reports that no key ended the code. */
const endTimeout = 800;
/** Milliseconds between keys up to which nobody types by hand. */
const quick = 60;

/** Takes a scan anywhere in the dialog, and shows the code, or why none was recognised. */
function TryScan() {
  const { product: products } = useApplicationContext();
  const find = useFindByCode(products);
  const [text, setText] = useState("");
  const [tried, setTried] = useState<Tried>();
  const keys = useRef<number[]>([]);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);

  const begin = () => {
    clearTimeout(waiting.current);
    keys.current = [];
    setText("");
  };
  const take = (code: string, arrival?: Arrival) => {
    begin();
    const detail = arrival
      ? `Arrived as ${arrival.text}${arrival.end && ` and ${arrival.end}`}, ${arrival.pace ? paceText(arrival.pace) : "as one text"}.${arrival.us ? ` The keyboard is set to another language than the scanner: on a US keyboard its keys are ${arrival.us}.` : ""}`
      : "";
    void find(code, (found) => {
      scanFeedback(found !== undefined);
      const of = found ? found.product.name : "no product has this code";
      const pack = found && found.units > 1 ? `, ${countText(found.units, "unit")}` : "";
      setTried({ ok: true, text: `Understood ${code}: ${of}${pack}.`, detail });
    });
  };
  const paceOf = (times: readonly number[]) => ((times.at(-1) ?? 0) - (times[0] ?? 0)) / Math.max(1, times.length - 1);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    clearTimeout(waiting.current);
    const typed = event.currentTarget.value;
    if (event.key === "Enter" && typed) {
      const pace = paceOf([...keys.current, event.timeStamp]);
      begin();
      setTried({
        ok: false,
        text: "That was typed, not scanned.",
        detail: `${countText(typed.length, "character")}, ${paceText(pace)}. Scanners have 4 characters and more, and 100 ms between keys at most: set yours to a shorter delay.`,
      });
    }
    if (event.key.length > 1) return;
    keys.current.push(event.timeStamp);
    const pace = paceOf(keys.current);
    if (keys.current.length < 4 || pace > quick) return;
    waiting.current = setTimeout(() => {
      setTried({
        ok: false,
        text: "Nothing ended this code.",
        detail:
          "Set the scanner to send Enter or Tab after every code, or give the last characters it types as suffix.",
      });
      begin();
    }, endTimeout);
  };
  return (
    <>
      <Scanner onScan={take} />
      <Input
        label="Try a scan"
        placeholder="Scan any code"
        hint="A built-in scanner that sends a text and no keys reaches only a field that has the focus."
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={press}
      />
      {tried && (
        <Banner tone={tried.ok ? "info" : "warn"} {...(tried.ok && { icon: CircleCheck })}>
          <strong>{tried.text}</strong> {tried.detail}
        </Banner>
      )}
    </>
  );
}
