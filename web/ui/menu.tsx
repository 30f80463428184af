// A menu of actions beside what opens it.
import { Menu } from "@base-ui/react/menu";
import type { LucideIcon } from "lucide-react";
import { useEffect } from "react";
import { Button } from "./button.tsx";
import style from "./menu.module.css";

interface Props {
  actions: readonly { name: string; icon: LucideIcon; run: () => void }[];
  /** What opens it. */
  anchor: HTMLElement;
  onClose: () => void;
}

/** Open while mounted. */
export function ActionMenu({ actions, anchor, onClose }: Props) {
  useEffect(() => {
    anchor.ariaExpanded = "true";
    return () => {
      anchor.ariaExpanded = null;
    };
  }, [anchor]);
  return (
    <Menu.Root open orientation="horizontal" onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align="end" sideOffset={4}>
          <Menu.Popup className={style.menu} finalFocus={() => anchor}>
            {actions.map(({ name, icon, run }) => (
              <Menu.Item key={name} nativeButton onClick={run} render={<Button kind="plain" icon={icon} />}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
