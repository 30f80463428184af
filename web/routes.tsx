// The table of screens: path, lowest role, menu label, icon, key. Routes, menu, search and home derive from it.
import {
  Boxes,
  CalendarClock,
  ChartPie,
  ClipboardList,
  FileDiff,
  History,
  Info,
  PackageOpen,
  ScanBarcode,
  Ship,
  Tag,
  Undo2,
  Users,
  Warehouse,
} from "lucide-react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Navigate, Outlet, Route, Routes, useLocation } from "react-router-dom";
import { mayAct, type Role } from "#shared/role.ts";
import { config } from "./lib/api/address.ts";
import { loadStore } from "./lib/api/offline-cache.ts";
import { clearReturnPath, returnPathOf, saveReturnPath, session, useSession } from "./lib/api/session.ts";
import { laterComponent, lazyScreen } from "./lib/lazy.tsx";
import { menuOf, registerScreens, type Screen, screenAt } from "./lib/navigation/screens.ts";
import { holdIdleWork } from "./lib/when-idle.ts";
import { Loading, ScreenBoundary } from "./shell/screen-boundary.tsx";

const screens: Screen[] = [
  {
    path: "/dashboard/analytics",
    label: "Analytics Dashboard",
    icon: ChartPie,
    role: "manager",
    key: "a",
    component: lazyScreen(() => import("./features/analytics/analytics.tsx"), "Analytics"),
  },
  {
    path: "/dashboard/inventory",
    label: "Inventory Dashboard",
    icon: Boxes,
    role: "manager",
    key: "d",
    component: lazyScreen(() => import("./features/reorder/inventory-dashboard.tsx"), "InventoryDashboard"),
  },
  {
    path: "/dashboard/plan",
    label: "Plan Orders",
    icon: CalendarClock,
    role: "manager",
    key: "o",
    component: lazyScreen(() => import("./features/plan/plan.tsx"), "Plan"),
    badge: laterComponent(() => import("./features/plan/plan-badge.tsx"), "PlanBadge"),
  },
  {
    path: "/inventory",
    label: "Manage Inventory",
    tab: "Inventory",
    icon: PackageOpen,
    role: "executive",
    key: "m",
    component: lazyScreen(() => import("./features/stock/inventory.tsx"), "Inventory"),
  },
  {
    path: "/stock/import",
    parent: "/inventory",
    role: "manager",
    component: lazyScreen(() => import("./features/stock/stock-import.tsx"), "StockImport"),
  },
  {
    path: "/intransit",
    label: "In-Transit Inventory",
    tab: "In-Transit",
    icon: Ship,
    role: "executive",
    key: "t",
    component: lazyScreen(() => import("./features/shipments/in-transit.tsx"), "InTransit"),
    badge: laterComponent(() => import("./features/shipments/late-badge.tsx"), "LateBadge"),
  },
  {
    path: "/intransit/orders",
    role: "executive",
    component: lazyScreen(() => import("./features/shipments/purchase-orders.tsx"), "PurchaseOrders"),
  },
  {
    path: "/returns",
    label: "Returns",
    icon: Undo2,
    role: "executive",
    key: "r",
    component: lazyScreen(() => import("./features/returns/returns.tsx"), "Returns"),
  },
  {
    path: "/returns/import",
    role: "executive",
    component: lazyScreen(() => import("./features/returns/return-import.tsx"), "ReturnImport"),
  },
  {
    path: "/products",
    label: "Manage Products",
    icon: Tag,
    role: "manager",
    key: "p",
    component: lazyScreen(() => import("./features/catalogue/products.tsx"), "Products"),
  },
  {
    path: "/products/opr/:id?",
    role: "manager",
    component: lazyScreen(() => import("./features/catalogue/product-form.tsx"), "ProductFormScreen"),
  },
  {
    path: "/products/:id/history",
    role: "manager",
    component: lazyScreen(() => import("./features/ledger/product-history.tsx"), "ProductHistory"),
  },
  {
    path: "/products/:id/changes",
    role: "manager",
    component: lazyScreen(() => import("./features/audit/changes.tsx"), "ProductChanges"),
  },
  {
    path: "/products/deleted",
    role: "manager",
    component: lazyScreen(() => import("./features/catalogue/deleted.tsx"), "DeletedProducts"),
  },
  {
    path: "/products/import",
    role: "manager",
    component: lazyScreen(() => import("./features/catalogue/product-import.tsx"), "ProductImport"),
  },
  {
    path: "/products/:id",
    name: "Product",
    role: "manager",
    component: lazyScreen(() => import("./features/product/product-page.tsx"), "ProductPage"),
  },
  {
    path: "/transactions",
    label: "View Transactions",
    icon: History,
    role: "manager",
    key: "v",
    component: lazyScreen(() => import("./features/ledger/transactions.tsx"), "Transactions"),
  },
  {
    path: "/picklist",
    label: "Create Picklist",
    tab: "Picklist",
    icon: ClipboardList,
    role: "executive",
    key: "k",
    component: lazyScreen(() => import("./features/picklist/create/picklist.tsx"), "Picklist"),
  },
  {
    path: "/picklist/register",
    name: "Past picklists",
    role: "executive",
    component: lazyScreen(() => import("./features/picklist/register/picklist-register.tsx"), "PicklistRegister"),
  },
  {
    path: "/picklist/:id/pick",
    parent: "/picklist/register",
    role: "executive",
    component: lazyScreen(() => import("./features/picklist/picking/picking.tsx"), "PicklistPicking"),
  },
  {
    path: "/picklist/orders",
    role: "executive",
    component: lazyScreen(() => import("./features/picklist/orders/orders.tsx"), "Orders"),
  },
  {
    path: "/picklist/availability",
    role: "executive",
    component: lazyScreen(() => import("./features/picklist/orders/fill-sheet.tsx"), "FillSheet"),
  },
  {
    path: "/picklist/codes",
    role: "executive",
    component: lazyScreen(() => import("./features/picklist/orders/channel-codes.tsx"), "ChannelCodes"),
  },
  {
    path: "/count",
    label: "Count Stock",
    icon: ScanBarcode,
    role: "executive",
    key: "s",
    component: lazyScreen(() => import("./features/count/counts.tsx"), "Counts"),
  },
  {
    path: "/count/:id/:part?",
    role: "executive",
    component: lazyScreen(() => import("./features/count/count.tsx"), "CountScreen"),
  },
  {
    path: "/warehouses",
    label: "Warehouse List",
    icon: Warehouse,
    role: "manager",
    key: "w",
    component: lazyScreen(() => import("./features/catalogue/warehouses.tsx"), "Warehouses"),
  },
  {
    path: "/warehouses/deleted",
    role: "manager",
    component: lazyScreen(() => import("./features/catalogue/deleted.tsx"), "DeletedWarehouses"),
  },
  {
    path: "/users",
    label: "Manage Users",
    icon: Users,
    role: "manager",
    key: "u",
    component: lazyScreen(() => import("./features/account/users.tsx"), "Users"),
  },
  {
    path: "/users/opr/:id?",
    role: "manager",
    component: lazyScreen(() => import("./features/account/user-form.tsx"), "UserFormScreen"),
  },
  {
    path: "/users/programs",
    name: "Programs",
    role: "root",
    component: lazyScreen(() => import("./features/account/programs.tsx"), "Programs"),
  },
  {
    path: "/outbox",
    role: "executive",
    component: lazyScreen(() => import("./features/outbox/outbox.tsx"), "Outbox"),
  },
  {
    path: "/changes",
    label: "Changes",
    icon: FileDiff,
    role: "root",
    key: "c",
    component: lazyScreen(() => import("./features/audit/changes.tsx"), "Changes"),
  },
  {
    path: "/status",
    label: "Status",
    icon: Info,
    role: "root",
    component: lazyScreen(() => import("./features/audit/status.tsx"), "Status"),
  },
];
registerScreens(screens);

/** "/" leads to the first of these that the role may open. */
const homePaths = ["/dashboard/analytics", "/inventory"];

const homeOf = (role: Role): string => {
  const menu = menuOf(screens, role);
  return homePaths.find((path) => menu.some((screen) => screen.path === path)) ?? menu[0]?.path ?? "/none";
};

const Login = lazyScreen(() => import("./features/account/login.tsx"), "Login");
const ChoosePassword = lazyScreen(() => import("./features/account/choose-password.tsx"), "ChoosePassword");
const NotFound = lazyScreen(() => import("./shell/no-screen.tsx"), "NotFound");
const DevConsole = lazyScreen(() => import("./features/adjustment/dev-console.tsx"), "DevConsole");
const NoAccess = lazyScreen(() => import("./shell/no-screen.tsx"), "NoAccess");
const SignedInShell = lazyScreen(() => import("./shell/signed-in.tsx"), "SignedInShell");

/** Loads the code of a path, and waits for the shell only, which asks for the lists meanwhile. */
export const preloadAt = async (path: string): Promise<void> => {
  const { token, user } = session();
  void config();
  if (!token || !user) return Login.preload();
  const screen = screenAt(path === "/" ? homeOf(user.role) : path);
  if (!screen || !mayAct(user.role, screen.role)) return SignedInShell.preload();
  if (!user.renew && !user.given) {
    holdIdleWork();
    void loadStore().catch(() => undefined);
  }
  void screen.component.preload();
  await SignedInShell.preload();
};

/** Screens that need a sign-in; others are sent to the login and back. */
function SignedIn() {
  const { token, user } = useSession();
  if (!token || !user) return <RedirectToLogin />;
  if (user.renew || user.given) return <ChoosePassword />;
  return (
    <SignedInShell menu={menuOf(screens, user.role)} user={user}>
      <Outlet />
    </SignedInShell>
  );
}

/** Remembers the path for after the sign-in, except after a logout. */
function RedirectToLogin() {
  const { pathname, search } = useLocation();
  const { user, endedBy } = useSession();
  useEffect(() => {
    if (pathname !== "/" && endedBy !== "logout") saveReturnPath(pathname + search, user?._id);
  }, [pathname, search, user?._id, endedBy]);
  return <Navigate to="/login" replace />;
}

/** After the sign-in, opens the remembered path. */
function ReturnToLastScreen() {
  const { user } = useSession();
  const [path] = useState(() => (user && returnPathOf(user._id)) ?? "/");
  useEffect(clearReturnPath, []);
  return <Navigate to={path} replace state={{ signedIn: true }} />;
}

function Permitted({ role, children }: { role: Role; children: ReactNode }) {
  const { user } = useSession();
  return user && mayAct(user.role, role) ? children : <NoAccess />;
}

function Home() {
  const { user } = useSession();
  return <Navigate to={homeOf(user?.role ?? "executive")} replace />;
}

export function Screens() {
  const { token, endedBy } = useSession();
  const { pathname } = useLocation();
  const withBoundary = (children: ReactNode) => (
    <ScreenBoundary path={pathname}>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </ScreenBoundary>
  );
  return withBoundary(
    <Routes>
      <Route path="/login" element={token ? <ReturnToLastScreen /> : <Login />} />
      <Route path="/dev/console" element={<DevConsole />} />
      <Route element={<SignedIn />}>
        <Route index element={<Home />} />
        {screens.map(({ path, role, component: Screen }) => (
          <Route
            key={path}
            path={path}
            element={withBoundary(
              <Permitted role={role}>
                <Screen />
              </Permitted>,
            )}
          />
        ))}
        {token && <Route path="*" element={withBoundary(<NotFound />)} />}
      </Route>
      <Route path="*" element={endedBy ? <RedirectToLogin /> : <NotFound />} />
    </Routes>,
  );
}
