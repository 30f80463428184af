// The menu on phones: all permitted screens.
import { NavLink } from "react-router-dom";
import type { MenuScreen } from "../lib/navigation/screens.ts";
import { Dialog, DialogBody } from "../ui/dialog/dialog.tsx";
import style from "./phone-menu.module.css";
import { SavedViews } from "./saved-views.tsx";

export interface PhoneMenuProps {
  menu: readonly MenuScreen[];
  onClose: () => void;
}

export function PhoneMenu({ menu, onClose }: PhoneMenuProps) {
  return (
    <Dialog local title="All screens" onClose={onClose}>
      <DialogBody>
        <ul className={style.list}>
          {menu.map(({ path, label, icon: Icon, badge: Badge }) => (
            <li key={path}>
              <NavLink to={path} className={style.item} onClick={onClose}>
                <Icon size={20} aria-hidden="true" />
                {label}
                {Badge && <Badge />}
              </NavLink>
              <SavedViews path={path} onOpen={onClose} />
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  );
}
