// The dialogs that the layout opens over any screen: My account, this device, the guide, and the keyboard's shortcuts.
import { lazyComponent } from "../lib/lazy.tsx";
import type { MenuScreen } from "../lib/navigation/screens.ts";
import { DeviceSettings } from "./device-settings.tsx";
import { Guide } from "./guide/guide.tsx";
import { KeyboardHelp } from "./keyboard-help.tsx";

/** The guide is at the path of a screen or the title of a job. */
const MyAccount = lazyComponent(() => import("../features/account/my-account.tsx"), "MyAccount");

export type Overlay = "account" | "device" | "keys" | `guide ${string}`;

interface Props {
  shown: Overlay;
  menu: readonly MenuScreen[];
  onOpen: (overlay: Overlay | undefined) => void;
}

export function Overlays({ shown, menu, onOpen }: Props) {
  const onClose = () => onOpen(undefined);
  if (shown === "account") return <MyAccount onClose={onClose} />;
  if (shown === "device") return <DeviceSettings onClose={onClose} />;
  if (shown === "keys") return <KeyboardHelp menu={menu} onClose={onClose} />;
  return <Guide at={shown.slice("guide ".length)} onKeys={() => onOpen("keys")} onClose={onClose} />;
}
