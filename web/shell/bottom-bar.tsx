// The bottom bar on phones: the screens used most, and More for the rest.
import { Menu } from "lucide-react";
import { useState } from "react";
import { NavLink } from "react-router-dom";
import { lazyComponent } from "../lib/lazy.tsx";
import style from "./phone-menu.module.css";
import type { PhoneMenuProps } from "./phone-menu.tsx";

const More = lazyComponent(() => import("./phone-menu.tsx"), "PhoneMenu");

export function BottomBar(props: Omit<PhoneMenuProps, "onClose">) {
  const [open, setOpen] = useState(false);
  return (
    <nav className={style.bar} aria-label="Main">
      {props.menu
        .filter(({ tab }) => tab)
        .map(({ path, tab, icon: Icon, badge: Badge }) => (
          <NavLink key={path} to={path} className={style.tab}>
            <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
            {tab}
            {Badge && <Badge />}
          </NavLink>
        ))}
      <button
        type="button"
        className={style.tab}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerDown={More.preload}
        onClick={() => setOpen(true)}
      >
        <Menu size={22} strokeWidth={1.75} aria-hidden="true" />
        More
      </button>
      {open && <More {...props} onClose={() => setOpen(false)} />}
    </nav>
  );
}
