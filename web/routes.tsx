// Every screen once: path, least role, menu label, icon, key. Routes, menu, palette and landing derive from this table.
import { Boxes, ChartPie, ClipboardList, History, PackageOpen, Ship, Tag, Users, Warehouse } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Navigate, Outlet, Route, Routes, useLocation } from "react-router-dom";
import { mayAct, type Role } from "#shared/role.ts";
import { address } from "./lib/api/address.ts";
import { config } from "./lib/api/config.ts";
import { prefetch } from "./lib/api/prefetch.ts";
import { clearReturnPath, returnPathOf, saveReturnPath, session, useSession } from "./lib/api/session.ts";
import { lazyScreen } from "./lib/lazy.tsx";
import { menuOf, registerScreens, type Screen, screenAt } from "./lib/navigation/screens.ts";
import { ScreenBoundary } from "./shell/error-boundary.tsx";
import { Loading } from "./shell/loading.tsx";

const places: Screen[] = [
  {
    path: "/dashboard/analytics",
    label: "Analytics Dashboard",
    icon: ChartPie,
    role: "manager",
    key: "a",
    screen: lazyScreen(() => import("./features/analytics/analytics.tsx"), "Analytics"),
  },
  {
    path: "/dashboard/inventory",
    label: "Inventory Dashboard",
    icon: Boxes,
    role: "manager",
    key: "d",
    screen: lazyScreen(() => import("./features/reorder/inventory-dashboard.tsx"), "InventoryDashboard"),
    first: "GET /v1/app/dash/inventory",
  },
  {
    path: "/inventory",
    label: "Manage Inventory",
    tab: "Inventory",
    icon: PackageOpen,
    role: "executive",
    key: "m",
    screen: lazyScreen(() => import("./features/stock/inventory.tsx"), "Inventory"),
    first: "GET /v1/stocks",
  },
  {
    path: "/intransit",
    label: "In-Transit Inventory",
    tab: "In-Transit",
    icon: Ship,
    role: "executive",
    key: "t",
    screen: lazyScreen(() => import("./features/shipments/in-transit.tsx"), "InTransit"),
    first: "GET /v1/shipments",
  },
  {
    path: "/products",
    label: "Manage Products",
    icon: Tag,
    role: "manager",
    key: "p",
    screen: lazyScreen(() => import("./features/catalogue/products.tsx"), "Products"),
    first: "GET /v1/products",
  },
  {
    path: "/products/opr/:id?",
    role: "manager",
    screen: lazyScreen(() => import("./features/catalogue/product-form.tsx"), "ProductFormScreen"),
  },
  {
    path: "/products/:id/history",
    role: "manager",
    screen: lazyScreen(() => import("./features/ledger/product-history.tsx"), "ProductHistory"),
  },
  {
    path: "/transactions",
    label: "View Transactions",
    icon: History,
    role: "manager",
    key: "v",
    screen: lazyScreen(() => import("./features/ledger/transactions.tsx"), "Transactions"),
  },
  {
    path: "/picklist",
    label: "Create Picklist",
    tab: "Picklist",
    icon: ClipboardList,
    role: "executive",
    key: "k",
    screen: lazyScreen(() => import("./features/picklist/picklist.tsx"), "Picklist"),
    first: "GET /v1/stocks",
  },
  {
    path: "/picklist/register",
    role: "executive",
    screen: lazyScreen(() => import("./features/picklist/picklist-register.tsx"), "PicklistRegister"),
  },
  {
    path: "/warehouses",
    label: "Warehouse List",
    icon: Warehouse,
    role: "manager",
    key: "w",
    screen: lazyScreen(() => import("./features/catalogue/warehouses.tsx"), "Warehouses"),
    first: "GET /v1/warehouses",
  },
  {
    path: "/users",
    label: "Manage Users",
    icon: Users,
    role: "manager",
    key: "u",
    screen: lazyScreen(() => import("./features/account/users.tsx"), "Users"),
    first: "GET /v1/users",
  },
  {
    path: "/users/opr/:id?",
    role: "manager",
    screen: lazyScreen(() => import("./features/account/user-form.tsx"), "UserFormScreen"),
  },
];
registerScreens(places);

/** The first of these that exists and is permitted is where "/" leads. */
const landings = ["/dashboard/analytics", "/inventory"];

const homeOf = (role: Role): string => {
  const menu = menuOf(places, role);
  return landings.find((path) => menu.some((place) => place.path === path)) ?? menu[0]?.path ?? "/none";
};

const Login = lazyScreen(() => import("./features/account/login.tsx"), "Login");
const Renew = lazyScreen(() => import("./features/account/set-first-password.tsx"), "SetFirstPassword");
const NotFound = lazyScreen(() => import("./shell/not-found.tsx"), "NotFound");
const DevConsole = lazyScreen(() => import("./features/adjustment/dev-console.tsx"), "DevConsole");
const NoAccess = lazyScreen(() => import("./shell/no-access.tsx"), "NoAccess");
const Inside = lazyScreen(() => import("./shell/signed-in.tsx"), "SignedInShell");

/** Loads what a path shows first, all at once and not one after the other. */
export const preloadAt = async (path: string): Promise<void> => {
  const { token, user } = session();
  void config();
  if (!token || !user) return Login.preload();
  const place = screenAt(path === "/" ? homeOf(user.role) : path);
  if (!place || !mayAct(user.role, place.role)) return Inside.preload();
  if (place.first && !user.renew) prefetch(address(place.first));
  await Promise.all([Inside.preload(), place.screen.preload()]);
};

/** What only signed-in people see; others sign in first and come back. */
function SignedIn() {
  const { token, user } = useSession();
  if (!token || !user) return <ToLogin />;
  if (user.renew) return <Renew />;
  return (
    <Inside menu={menuOf(places, user.role)} user={user}>
      <Outlet />
    </Inside>
  );
}

/** Who has logged out begins anew; all others come back to where they were. */
function ToLogin() {
  const { pathname, search } = useLocation();
  const { user, left } = useSession();
  useEffect(() => {
    if (pathname !== "/" && left !== "logout") saveReturnPath(pathname + search, user?._id);
  }, [pathname, search, user?._id, left]);
  return <Navigate to="/login" replace />;
}

/** Whoever has just signed in goes on where the last session of theirs ended. */
function Return() {
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
  const { token } = useSession();
  const { pathname } = useLocation();
  const framed = (children: ReactNode) => (
    <ScreenBoundary place={pathname}>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </ScreenBoundary>
  );
  return framed(
    <Routes>
      <Route path="/login" element={token ? <Return /> : <Login />} />
      <Route path="/dev/console" element={<DevConsole />} />
      <Route element={<SignedIn />}>
        <Route index element={<Home />} />
        {places.map(({ path, role, screen: Screen }) => (
          <Route
            key={path}
            path={path}
            element={framed(
              <Permitted role={role}>
                <Screen />
              </Permitted>,
            )}
          />
        ))}
        {token && <Route path="*" element={framed(<NotFound />)} />}
      </Route>
      <Route path="*" element={<NotFound />} />
    </Routes>,
  );
}
