// The list of shortcuts, and the switch for single-letter keys.
import type { MenuScreen } from "../lib/navigation/screens.ts";
import { usePreference } from "../lib/preference.ts";
import { Dialog, DialogBody } from "../ui/dialog/dialog.tsx";
import { Checkbox } from "../ui/form/checkbox.tsx";
import style from "./keyboard-help.module.css";

interface Props {
  menu: readonly MenuScreen[];
  onClose: () => void;
}

const fixed = [
  ["Ctrl K", "Search everything"],
  ["/", "Search in the list"],
  ["Up Down", "From row to row"],
  ["Home End", "To the first row and the last"],
  ["Enter", "Open the row; a product opens beside the list, and follows Up and Down"],
  ["n", "The screen's main action"],
  ["u", "To Undo, while it is offered"],
  ["Space", "Manage Products, Plan Orders: choose the row; Shift and an arrow choose several"],
  ["Ctrl A", "Manage Products, Plan Orders: choose all rows"],
  ["0 9", "Plan Orders: type the row's quantity"],
  ["+ -", "Plan Orders: a carton more or less"],
  ["s", "Plan Orders: snooze the row's product"],
  ["+ -", "Count Stock: a unit more or less"],
  ["t", "Count Stock: type the units"],
  ["u", "Count Stock: take the last step back"],
  ["Space", "Picking: tick the place; a scan ticks it from anywhere"],
  ["Ctrl V", "Import screens, lists of lines: paste the cells of a sheet"],
  ["Ctrl Enter", "Submit a form"],
  ["Esc", "Close"],
  ["?", "The guide to this screen"],
] as const;

export function KeyboardHelp({ menu, onClose }: Props) {
  const [letters, setLetters] = usePreference("shortcuts", "on");
  const going = menu.filter(({ key }) => key).map(({ key, label }) => [`g ${key}`, label] as const);
  return (
    <Dialog local title="Keyboard shortcuts" wide onClose={onClose}>
      <DialogBody>
        <dl className={style.keys}>
          {[...fixed, ...going].map(([keys, meaning]) => (
            <div key={meaning}>
              <dt>
                {keys.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <Checkbox
          label="Single-letter keys"
          checked={letters === "on"}
          onChange={(on) => setLetters(on ? "on" : "off")}
        />
      </DialogBody>
    </Dialog>
  );
}
