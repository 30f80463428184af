// Dialogs that the menu, the search or a key opens over any screen.
import { DeviceSettings } from "./device-settings.tsx";
import { KeyboardHelp, type KeyboardHelpProps } from "./keyboard-help.tsx";

export function Overlay({ name, ...props }: KeyboardHelpProps & { name: "device" | "help" }) {
  return name === "help" ? <KeyboardHelp {...props} /> : <DeviceSettings onClose={props.onClose} />;
}
