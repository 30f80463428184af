// Settings of this device, not of its user: its warehouse, and its scanner, with a field to try it.
import { CircleCheck } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
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
        <TryScan suffix={suffix} />
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

/** How a scan arrived, and what to change if nothing ended it. */
const arrivalText = ({ text, end, pace, us }: Arrival, suffix: string): string => {
  const speed = pace ? `${numberText(Math.round(pace))} ms between keys` : "as one text";
  const isEnded = end || !pace || (suffix && text.endsWith(suffix));
  return [
    `Arrived as ${text}${end && ` and ${end}`}, ${speed}.`,
    us && `The keyboard is set to another language than the scanner: on a US keyboard its keys are ${us}.`,
    !isEnded &&
      "Nothing ended this code. Set the scanner to send Enter or Tab after every code, or give the last characters it types as suffix.",
  ]
    .filter(Boolean)
    .join(" ");
};

/** Takes a scan anywhere in the dialog, and shows the code, or why none was recognised. */
function TryScan({ suffix }: { suffix: string }) {
  const { product: products } = useApplicationContext();
  const find = useFindByCode(products);
  const [text, setText] = useState("");
  const [tried, setTried] = useState<Tried>();

  const take = (code: string, arrival: Arrival) => {
    setText("");
    void find(code, (found) => {
      scanFeedback(found !== undefined);
      const of = found ? found.product.name : "no product has this code";
      const pack = found && found.units > 1 ? `, ${countText(found.units, "unit")}` : "";
      setTried({ ok: true, text: `Understood ${code}: ${of}${pack}.`, detail: arrivalText(arrival, suffix) });
    });
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || !text) return;
    setText("");
    setTried({
      ok: false,
      text: "That was typed, not scanned.",
      detail: `${countText(text.length, "character")}. Scanners have 4 characters and more, and 100 ms between keys at most: set yours to a shorter delay.`,
    });
  };
  return (
    <>
      <Scanner onScan={take} takesNew />
      <Input
        label="Try a scan"
        data-scan
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
