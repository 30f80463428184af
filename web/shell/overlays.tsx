// The dialogs that the layout opens over any screen: My account, this device, and the keyboard's shortcuts.
import { MyAccount } from "../features/account/my-account.tsx";
import type { MenuScreen } from "../lib/navigation/screens.ts";
import { DeviceSettings } from "./device-settings.tsx";
import { KeyboardHelp } from "./keyboard-help.tsx";

export type Overlay = "account" | "device" | "keys";

interface Props {
  shown: Overlay;
  menu: readonly MenuScreen[];
  onOpen: (overlay: Overlay | undefined) => void;
}

export function Overlays({ shown, menu, onOpen }: Props) {
  const onClose = () => onOpen(undefined);
  if (shown === "account") return <MyAccount onClose={onClose} />;
  if (shown === "device") return <DeviceSettings onClose={onClose} />;
  return <KeyboardHelp menu={menu} onClose={onClose} />;
}
