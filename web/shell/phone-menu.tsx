// The menu on phones: all permitted screens, the theme, the user, and logout.
import { LogOut } from "lucide-react";
import { NavLink } from "react-router-dom";
import type { User } from "#shared/user.ts";
import { type Theme, themes } from "../lib/appearance.ts";
import type { MenuScreen } from "../lib/navigation/screens.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody } from "../ui/dialog/dialog.tsx";
import { Segmented } from "../ui/form/segmented.tsx";
import style from "./phone-menu.module.css";

export interface PhoneMenuProps {
  menu: readonly MenuScreen[];
  user: User;
  theme: Theme;
  setTheme: (theme: Theme) => void;
  onLogout: () => void;
  onClose: () => void;
}

const choices = themes.map((value) => ({ value, label: `${value[0]?.toUpperCase()}${value.slice(1)}` }));

export function PhoneMenu({ menu, user, theme, setTheme, onLogout, onClose }: PhoneMenuProps) {
  return (
    <Dialog local title="All screens" onClose={onClose}>
      <DialogBody>
        <ul className={style.list}>
          {menu.map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <NavLink to={path} className={style.item} onClick={onClose}>
                <Icon size={20} aria-hidden="true" />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <Segmented label="Theme" value={theme} choices={choices} onChange={setTheme} />
        <p className={style.user}>
          {user.name} <span>@{user.username}</span>
        </p>
        <Button icon={LogOut} onClick={onLogout}>
          Logout
        </Button>
      </DialogBody>
    </Dialog>
  );
}
