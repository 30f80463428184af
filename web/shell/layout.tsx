// The signed-in layout: top bar, side menu, on phones a bottom bar, and the shortcuts of every screen.
import { CircleHelp, LogOut, PanelLeft, Rows3, Search, SunMoon } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { NavLink, useLocation, useNavigate } from "react-router-dom";
import type { User } from "#shared/user.ts";
import { themes, useDensity, useTheme } from "../lib/appearance.ts";
import { lazyComponent } from "../lib/lazy.tsx";
import { useMedia, usePhone } from "../lib/media.ts";
import type { MenuScreen } from "../lib/navigation/screens.ts";
import { usePreference } from "../lib/preference.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { OfflineBanner } from "../ui/page/offline.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import style from "./layout.module.css";

const loadSearch = () => import("./search-everything.tsx");
const SearchBar = lazyComponent(loadSearch, "SearchBar", <div className={style.search} />);
const SearchSheet = lazyComponent(loadSearch, "SearchSheet");
const AccountSheet = lazyComponent(() => import("./account-sheet.tsx"), "AccountSheet");
const OutboxMark = lazyComponent(() => import("./outbox-mark.tsx"), "OutboxMark");
const Desk = lazyComponent(() => import("./desk.tsx"), "Desk");
const Help = lazyComponent(() => import("./keyboard-help.tsx"), "KeyboardHelp");

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

/** The first letters of a name's first and last word. */
const initialsOf = (name: string): string => {
  const words = name.split(/\s+/);
  return [words[0], words.length > 1 && words.at(-1)]
    .map((word) => [...(word || "")][0] ?? "")
    .join("")
    .toUpperCase();
};

export function Layout({ menu, user, onLogout, children }: Props) {
  // In a window as narrow as at 200 % the menu is small unless it is wanted there too.
  const narrow = useMedia("(max-width: 1100px)");
  const [small, setSmall] = usePreference(narrow ? "narrow menu" : "menu", narrow ? "small" : "wide");
  const [theme, setTheme] = useTheme();
  const density = useDensity();
  const [overlay, setOverlay] = useState<"search" | "account" | "help">();
  const navigate = useNavigate();
  const onPhone = usePhone();
  const collapsed = small === "small";
  const nextTheme = () => setTheme(themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system");
  const close = () => setOverlay(undefined);

  useShortcuts({
    ...(onPhone && { "mod+k": () => setOverlay(overlay === "search" ? undefined : "search") }),
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
            <IconButton
              icon={Search}
              label="Search everything"
              onPointerDown={SearchSheet.preload}
              onClick={() => setOverlay("search")}
            />
            <button
              type="button"
              className={style.account}
              aria-haspopup="dialog"
              onPointerDown={AccountSheet.preload}
              onClick={() => setOverlay("account")}
            >
              {initialsOf(user.name)}
              <span data-sr-only>
                {user.name} @{user.username}
              </span>
            </button>
          </>
        ) : (
          <>
            <SearchBar menu={menu} onLogout={onLogout} onTheme={nextTheme} />
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
          <div className={style.foot}>
            <button type="button" className={style.item} onClick={nextTheme}>
              <SunMoon size={18} aria-hidden="true" />
              <span className={style.label}>Theme: {theme}</span>
            </button>
            {density.change && (
              <button type="button" className={style.item} onClick={density.change}>
                <Rows3 size={18} aria-hidden="true" />
                <span className={style.label}>Rows: {density.compact ? "compact" : "usual"}</span>
              </button>
            )}
            <button
              type="button"
              className={style.item}
              onPointerEnter={Help.preload}
              onClick={() => setOverlay("help")}
            >
              <CircleHelp size={18} aria-hidden="true" />
              <span className={style.label}>Shortcuts</span>
            </button>
          </div>
        </nav>
      )}
      <main id="main" tabIndex={-1} data-scroll data-printed-by={user.name} className={style.main}>
        <OfflineBanner />
        {children}
      </main>
      {/[?&](product|beside)=/.test(useLocation().search) && <Desk />}
      {onPhone && <BottomBar menu={menu} />}
      {overlay === "search" && <SearchSheet menu={menu} onLogout={onLogout} onTheme={nextTheme} onClose={close} />}
      {overlay === "account" && <AccountSheet {...{ user, theme, setTheme, onLogout }} onClose={close} />}
      {overlay === "help" && <Help menu={menu} onClose={close} />}
    </div>
  );
}
