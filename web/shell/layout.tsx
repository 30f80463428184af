// The signed-in layout: top bar, side menu, on phones a bottom bar, and the shortcuts of every screen.
import { LogOut, Menu, PanelLeft } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { NavLink, useLocation, useNavigate } from "react-router-dom";
import type { User } from "#shared/user.ts";
import { themes, useTheme } from "../lib/appearance.ts";
import { laterComponent, lazyComponent } from "../lib/lazy.tsx";
import { useMedia, usePhone } from "../lib/media.ts";
import type { MenuScreen } from "../lib/navigation/screens.ts";
import { usePreference } from "../lib/preference.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { DeviceBanners } from "../ui/page/device-banners.tsx";
import { PrintedBy } from "../ui/page/page.tsx";
import style from "./layout.module.css";
import type { Overlay } from "./overlays.tsx";
import style2 from "./phone-menu.module.css";
import type { PhoneMenuProps } from "./phone-menu.tsx";

const SearchBar = laterComponent(
  () => import("./search-everything.tsx"),
  "SearchBar",
  <div className={style.search} />,
);
const PhoneBar = laterComponent(() => import("./phone-bar.tsx"), "PhoneBar");
const OutboxBadge = lazyComponent(() => import("./outbox-badge.tsx"), "OutboxBadge");
const ProductPanel = lazyComponent(() => import("../features/product/product-panel.tsx"), "ProductPanel");
const Overlays = lazyComponent(() => import("./overlays.tsx"), "Overlays");
const MenuFoot = laterComponent(() => import("./menu-foot.tsx"), "MenuFoot");
const SavedViews = laterComponent(() => import("./saved-views.tsx"), "SavedViews");

interface Props {
  menu: readonly MenuScreen[];
  user: User;
  onLogout: () => void;
  children: ReactNode;
}

const guideLabel = "Guide to this screen";

const skipToContent = (event: MouseEvent): void => {
  event.preventDefault();
  document.getElementById("main")?.focus();
};

export function Layout({ menu, user, onLogout, children }: Props) {
  // In a window as narrow as at 200 % zoom the menu is small, unless the user has chosen otherwise.
  const narrow = useMedia("(max-width: 1199px)");
  const [small, setSmall] = usePreference(narrow ? "narrow menu" : "menu", narrow ? "small" : "wide");
  const [theme, setTheme] = useTheme();
  const [overlay, setOverlay] = useState<Overlay>();
  const navigate = useNavigate();
  const onPhone = usePhone();
  const collapsed = small === "small";
  const nextTheme = () => setTheme(themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system");

  const { pathname, search: query } = useLocation();
  const help = () => setOverlay(`guide ${pathname}`);
  const search = { menu, onLogout, onTheme: nextTheme, onOpen: setOverlay };

  useShortcuts({
    "?": help,
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
            <OutboxBadge />
            <PhoneBar {...search} {...{ user, theme, setTheme }} />
          </>
        ) : (
          <>
            <SearchBar {...search} />
            <OutboxBadge />
            <Button kind="plain" title={guideLabel} aria-label={guideLabel} onClick={help}>
              ?
            </Button>
            <button
              type="button"
              className={style.user}
              title={`My account: ${user.name} @${user.username}`}
              aria-haspopup="dialog"
              onClick={() => setOverlay("account")}
            >
              <span>{user.name}</span> <span className={style.username}>@{user.username}</span>
            </button>
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
                {!collapsed && <SavedViews path={path} />}
              </li>
            ))}
          </ul>
          <MenuFoot {...{ theme, onTheme: nextTheme, onOpen: setOverlay }} />
        </nav>
      )}
      <main id="main" tabIndex={-1} data-scroll data-printed-by={user.name} className={style.main}>
        <DeviceBanners />
        <PrintedBy value={user.name}>{children}</PrintedBy>
      </main>
      {/[?&](product|beside)=/.test(query) && <ProductPanel />}
      {onPhone && <BottomBar menu={menu} />}
      {overlay && <Overlays shown={overlay} menu={menu} onOpen={setOverlay} />}
    </div>
  );
}

const More = lazyComponent(() => import("./phone-menu.tsx"), "PhoneMenu");

/** The bottom bar on phones: the screens used most, and More for the rest. */
function BottomBar(props: Omit<PhoneMenuProps, "onClose">) {
  const [open, setOpen] = useState(false);
  return (
    <nav className={style2.bar} aria-label="Main">
      {props.menu
        .filter(({ tab }) => tab)
        .map(({ path, tab, icon: Icon, badge: Badge }) => (
          <NavLink key={path} to={path} className={style2.tab}>
            <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
            {tab}
            {Badge && <Badge />}
          </NavLink>
        ))}
      <button
        type="button"
        className={style2.tab}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Menu size={22} strokeWidth={1.75} aria-hidden="true" />
        More
      </button>
      {open && <More {...props} onClose={() => setOpen(false)} />}
    </nav>
  );
}
