// The right end of the top bar on phones: search, and the initials, under them the theme, My account, the guide, this device, and logout.
import { CircleHelp, LogOut, ScanLine, User } from "lucide-react";
import { useState } from "react";
import type { User as SignedIn } from "#shared/user.ts";
import { type Theme, themes } from "../lib/appearance.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody } from "../ui/dialog/dialog.tsx";
import { Segmented } from "../ui/form/segmented.tsx";
import layout from "./layout.module.css";
import type { Overlay } from "./overlays.tsx";
import style from "./phone-menu.module.css";
import type { SearchProps } from "./search-entries.tsx";
import { PhoneSearch } from "./search-everything.tsx";

interface Props extends SearchProps {
  user: SignedIn;
  theme: Theme;
  setTheme: (theme: Theme) => void;
}

const choices = themes.map((value) => ({ value, label: `${value[0]?.toUpperCase()}${value.slice(1)}` }));

/** The first letters of a name's first and last word. */
const initialsOf = (name: string): string => {
  const words = name.split(/\s+/);
  return [words[0], words.length > 1 && words.at(-1)]
    .map((word) => [...(word || "")][0] ?? "")
    .join("")
    .toUpperCase();
};

export function PhoneBar(props: Props) {
  const { name, username } = props.user;
  const [open, setOpen] = useState(false);
  return (
    <>
      <PhoneSearch {...props} />
      <button type="button" className={layout.account} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {initialsOf(name)}
        <span data-sr-only>
          {name} @{username}
        </span>
      </button>
      {open && <AccountDrawer {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function AccountDrawer({ user, theme, setTheme, onOpen, onLogout, onClose }: Props & { onClose: () => void }) {
  const open = (overlay: Overlay) => {
    onClose();
    onOpen(overlay);
  };
  return (
    <Dialog local title={user.name} onClose={onClose}>
      <DialogBody>
        <p className={style.user}>@{user.username}</p>
        <Segmented label="Theme" value={theme} choices={choices} onChange={setTheme} />
        <Button icon={User} onClick={() => open("account")}>
          My account
        </Button>
        <Button icon={CircleHelp} onClick={() => open(`guide ${location.pathname}`)}>
          Guide to this screen
        </Button>
        <Button icon={ScanLine} onClick={() => open("device")}>
          Device, scanner
        </Button>
        <Button icon={LogOut} onClick={onLogout}>
          Logout
        </Button>
      </DialogBody>
    </Dialog>
  );
}
