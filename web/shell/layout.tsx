// The signed-in layout: top bar, side menu, on phones a bottom bar, and the shortcuts of every screen.
import { LogOut, PanelLeft } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { NavLink, useLocation, useNavigate } from "react-router-dom";
import type { User } from "#shared/user.ts";
import { themes, useTheme } from "../lib/appearance.ts";
import { lazyComponent } from "../lib/lazy.tsx";
import { useMedia, usePhone } from "../lib/media.ts";
import type { MenuScreen } from "../lib/navigation/screens.ts";
import { usePreference } from "../lib/preference.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { OfflineBanner } from "../ui/page/offline.tsx";
import style from "./layout.module.css";
import phone from "./phone-menu.module.css";

const SearchBar = lazyComponent(() => import("./search-everything.tsx"), "SearchBar", <div className={style.search} />);
const PhoneBar = lazyComponent(() => import("./phone-bar.tsx"), "PhoneBar");
const OutboxMark = lazyComponent(() => import("./outbox-mark.tsx"), "OutboxMark");
const BottomBar = lazyComponent(() => import("./bottom-bar.tsx"), "BottomBar", <div className={phone.bar} />);
const Desk = lazyComponent(() => import("./desk.tsx"), "Desk");
const MenuFoot = lazyComponent(() => import("./menu-foot.tsx"), "MenuFoot");
const Overlay = lazyComponent(() => import("./overlay.tsx"), "Overlay");

interface Props {
  menu: readonly MenuScreen[];
  user: User;
  onLogout: () => void;
  children: ReactNode;
}

const skipToContent = (event: MouseEvent): void => {
  event.preventDefault();
  document.getElementById("main")?.focus();
};

export function Layout({ menu, user, onLogout, children }: Props) {
  // In a window as narrow as at 200 % the menu is small unless it is wanted there too.
  const narrow = useMedia("(max-width: 1100px)");
  const [small, setSmall] = usePreference(narrow ? "narrow menu" : "menu", narrow ? "small" : "wide");
  const [theme, setTheme] = useTheme();
  const [overlay, setOverlay] = useState<"device" | "help">();
  const navigate = useNavigate();
  const onPhone = usePhone();
  const collapsed = small === "small";
  const nextTheme = () => setTheme(themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system");

  const onDevice = () => setOverlay("device");
  const search = { menu, onLogout, onTheme: nextTheme, onDevice };

  useShortcuts({
    "?": () => setOverlay("help"),
    ...Object.fromEntries(menu.filter(({ key }) => key).map(({ key, path }) => [`g ${key}`, () => navigate(path)])),
  });

  return (
    <div className={style.layout} data-small={collapsed || undefined}>
      {/* biome-ignore lint/a11y/useValidAnchor: a hash link would add a history entry that is not guarded. */}
      <a href="#main" className={style.skip} onClick={skipToContent}>
        Skip to content
      </a>
      <header className={style.top}>
        {!onPhone && (
          <IconButton
            icon={PanelLeft}
            label={collapsed ? "Expand menu" : "Collapse menu"}
            aria-expanded={!collapsed}
            aria-controls="menu"
            onClick={() => setSmall(collapsed ? "wide" : "small")}
          />
        )}
        <NavLink to="/" className={style.brand}>
          <Logo />
          <span>Inventory Manager</span>
        </NavLink>
        {onPhone ? (
          <>
            <OutboxMark />
            <PhoneBar {...search} {...{ user, theme, setTheme }} />
          </>
        ) : (
          <>
            <SearchBar {...search} />
            <OutboxMark />
            <p className={style.user} title={`${user.name} @${user.username}`}>
              <span>{user.name}</span> <span className={style.username}>@{user.username}</span>
            </p>
            <Button icon={LogOut} onClick={onLogout}>
              Logout
            </Button>
          </>
        )}
      </header>
      {!onPhone && (
        <nav id="menu" className={style.menu} aria-label="Main">
          <ul>
            {menu.map(({ path, label, icon: Icon, component, badge: Badge }) => (
              <li key={path}>
                <NavLink
                  to={path}
                  className={style.item}
                  onPointerEnter={component.preload}
                  onFocus={component.preload}
                >
                  <Icon size={18} aria-hidden="true" />
                  <span className={style.label}>{label}</span>
                  {Badge && <Badge />}
                </NavLink>
              </li>
            ))}
          </ul>
          <MenuFoot {...{ theme, onTheme: nextTheme, onDevice, onHelp: () => setOverlay("help") }} />
        </nav>
      )}
      <main id="main" tabIndex={-1} data-scroll data-printed-by={user.name} className={style.main}>
        <OfflineBanner />
        {children}
      </main>
      {/[?&](product|beside)=/.test(useLocation().search) && <Desk />}
      {onPhone && <BottomBar menu={menu} />}
      {overlay && <Overlay name={overlay} menu={menu} onClose={() => setOverlay(undefined)} />}
    </div>
  );
}
