// The table of screens: path, lowest role, menu label, icon, key. Routes, menu, search and home derive from it.
import {
  Boxes,
  CalendarClock,
  ChartPie,
  ClipboardList,
  History,
  PackageOpen,
  ScanBarcode,
  Ship,
  Tag,
  Users,
  Warehouse,
} from "lucide-react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Navigate, Outlet, Route, Routes, useLocation } from "react-router-dom";
import { mayAct, type Role } from "#shared/role.ts";
import { address, config } from "./lib/api/address.ts";
import { prefetch } from "./lib/api/prefetch.ts";
import { clearReturnPath, returnPathOf, saveReturnPath, session, useSession } from "./lib/api/session.ts";
import { lazyComponent, lazyScreen } from "./lib/lazy.tsx";
import { menuOf, registerScreens, type Screen, screenAt } from "./lib/navigation/screens.ts";
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
    first: "GET /v1/app/dash/inventory",
  },
  {
    path: "/dashboard/plan",
    label: "Plan Orders",
    icon: CalendarClock,
    role: "manager",
    key: "o",
    component: lazyScreen(() => import("./features/plan/plan.tsx"), "Plan"),
    badge: lazyComponent(() => import("./features/plan/plan-badge.tsx"), "PlanBadge"),
    first: "GET /v1/plan",
  },
  {
    path: "/inventory",
    label: "Manage Inventory",
    tab: "Inventory",
    icon: PackageOpen,
    role: "executive",
    key: "m",
    component: lazyScreen(() => import("./features/stock/inventory.tsx"), "Inventory"),
    first: "GET /v1/stocks",
  },
  {
    path: "/stock/import",
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
    badge: lazyComponent(() => import("./features/shipments/late-badge.tsx"), "LateBadge"),
    first: "GET /v1/shipments",
  },
  {
    path: "/products",
    label: "Manage Products",
    icon: Tag,
    role: "manager",
    key: "p",
    component: lazyScreen(() => import("./features/catalogue/products.tsx"), "Products"),
    first: "GET /v1/products",
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
    component: lazyScreen(() => import("./features/picklist/picklist.tsx"), "Picklist"),
    first: "GET /v1/stocks",
  },
  {
    path: "/picklist/register",
    role: "executive",
    component: lazyScreen(() => import("./features/picklist/picklist-register.tsx"), "PicklistRegister"),
  },
  {
    path: "/picklist/:id/pick",
    role: "executive",
    component: lazyScreen(() => import("./features/picklist/picking.tsx"), "PicklistPicking"),
  },
  {
    path: "/picklist/orders",
    role: "executive",
    component: lazyScreen(() => import("./features/picklist/orders/orders.tsx"), "Orders"),
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
    first: "GET /v1/counts",
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
    first: "GET /v1/warehouses",
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
    first: "GET /v1/users",
  },
  {
    path: "/users/opr/:id?",
    role: "manager",
    component: lazyScreen(() => import("./features/account/user-form.tsx"), "UserFormScreen"),
  },
  {
    path: "/outbox",
    role: "executive",
    component: lazyScreen(() => import("./features/outbox/outbox.tsx"), "Outbox"),
  },
  {
    path: "/changes",
    label: "Changes",
    icon: History,
    role: "root",
    key: "c",
    component: lazyScreen(() => import("./features/audit/changes.tsx"), "Changes"),
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
const SetFirstPassword = lazyScreen(() => import("./features/account/set-first-password.tsx"), "SetFirstPassword");
const NotFound = lazyScreen(() => import("./shell/not-found.tsx"), "NotFound");
const DevConsole = lazyScreen(() => import("./features/adjustment/dev-console.tsx"), "DevConsole");
const NoAccess = lazyScreen(() => import("./shell/no-access.tsx"), "NoAccess");
const SignedInShell = lazyScreen(() => import("./shell/signed-in.tsx"), "SignedInShell");

/** Loads the code and the first data of a path in parallel. */
export const preloadAt = async (path: string): Promise<void> => {
  const { token, user } = session();
  void config();
  if (!token || !user) return Login.preload();
  const screen = screenAt(path === "/" ? homeOf(user.role) : path);
  if (!screen || !mayAct(user.role, screen.role)) return SignedInShell.preload();
  if (screen.first && !user.renew) prefetch(address(screen.first));
  await Promise.all([SignedInShell.preload(), screen.component.preload()]);
};

/** Screens that need a sign-in; others are sent to the login and back. */
function SignedIn() {
  const { token, user } = useSession();
  if (!token || !user) return <RedirectToLogin />;
  if (user.renew) return <SetFirstPassword />;
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
  return <Navigate to={path} replace />;
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
