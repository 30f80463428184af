// On phones: who is signed in, the theme, and logout, under the name in the top bar.
import { LogOut } from "lucide-react";
import type { User } from "#shared/user.ts";
import { type Theme, themes } from "../lib/appearance.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody } from "../ui/dialog/dialog.tsx";
import { Segmented } from "../ui/form/segmented.tsx";
import style from "./phone-menu.module.css";

interface Props {
  user: User;
  theme: Theme;
  setTheme: (theme: Theme) => void;
  onLogout: () => void;
  onClose: () => void;
}

const choices = themes.map((value) => ({ value, label: `${value[0]?.toUpperCase()}${value.slice(1)}` }));

export function AccountSheet({ user, theme, setTheme, onLogout, onClose }: Props) {
  return (
    <Dialog local title={user.name} onClose={onClose}>
      <DialogBody>
        <p className={style.user}>@{user.username}</p>
        <Segmented label="Theme" value={theme} choices={choices} onChange={setTheme} />
        <Button icon={LogOut} onClick={onLogout}>
          Logout
        </Button>
      </DialogBody>
    </Dialog>
  );
}
