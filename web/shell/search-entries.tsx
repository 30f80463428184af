// The entries of the global search: screens, actions, products, containers, picklists and users, the best match first.
import {
  CalendarClock,
  CircleHelp,
  ClipboardList,
  LogOut,
  type LucideIcon,
  ScanLine,
  Ship,
  SunMoon,
  User as UserIcon,
} from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { openShipmentsOf } from "#shared/catalogue.ts";
import type { Picklist } from "#shared/picklist.ts";
import { mayAct, type Role } from "#shared/role.ts";
import type { Shipment } from "#shared/shipment.ts";
import type { User } from "#shared/user.ts";
import { useApplicationContext } from "../domain/application-context.ts";
import { useLists } from "../domain/catalogue.tsx";
import { findProducts, searchedCodes, searchedTexts } from "../domain/find-products.ts";
import { productPath } from "../domain/panel.ts";
import { useSession } from "../lib/api/session.ts";
import { useData } from "../lib/api/use-data.ts";
import { dateTimeText, dayText, useToday } from "../lib/format.ts";
import { lastDays } from "../lib/navigation/date-range.ts";
import { type MenuScreen, screenAt } from "../lib/navigation/screens.ts";
import { matchOf, wordsOf } from "../lib/search.ts";
import { Image } from "../ui/image.tsx";
import { type GuideJob, jobsAt } from "./guide/guide-pages.ts";
import { readGuide } from "./guide/read-guide.ts";
import type { Overlay } from "./overlays.tsx";

export interface Entry {
  id: string;
  name: string;
  note?: string;
  icon: ReactNode;
  run: () => void;
}

export interface EntryGroup {
  kind: string;
  entries: Entry[];
}

export interface SearchProps {
  menu: readonly MenuScreen[];
  onLogout: () => void;
  onTheme: () => void;
  onOpen: (overlay: Overlay) => void;
}

/** Actions of screens, by path. Not in routes.tsx, so that only the search loads them. */
const startActions: Partial<Record<string, readonly { name: string; to: string; role?: Role }[]>> = {
  "/dashboard/inventory": [{ name: "Low Stock Report", to: "/dashboard/inventory" }],
  "/inventory": [
    { name: "Update Stock", to: "/inventory?do=update" },
    { name: "Import Stock", to: "/stock/import" },
  ],
  "/intransit": [
    { name: "Add In-Transit Stock", to: "/intransit?do=add" },
    { name: "Orders to suppliers", to: "/intransit/orders" },
    { name: "New order", to: "/intransit/orders?do=add", role: "manager" },
  ],
  "/picklist": [{ name: "Past picklists", to: "/picklist/register" }],
  "/count": [{ name: "Open Count", to: "/count?do=open", role: "manager" }],
  "/products": [
    { name: "Add Product", to: "/products/opr" },
    { name: "Import Products", to: "/products/import" },
    { name: "Restore deleted products", to: "/products/deleted" },
  ],
  "/warehouses": [
    { name: "Add Warehouse", to: "/warehouses?do=add" },
    { name: "Restore deleted warehouses", to: "/warehouses/deleted" },
  ],
  "/users": [{ name: "Create User", to: "/users/opr" }],
};

const limit = 8;

/** Days in which a picklist is found by its number. */
const picklistDays = 30;

/** Text that may be a picklist's number, four characters, a dash and four more, or its beginning with a digit or the dash. */
const mayBeNumber = (text: string): boolean =>
  /^[\da-z]{4}-?[\da-z]{0,4}$/i.test(text) && (/[\d-]/.test(text) || text.length === 8);

/** The digits of an order's number, such as PO-0007, or of its beginning. */
const orderDigits = (text: string): string | undefined => /^po-?(\d+)$/i.exec(text)?.[1];

const icon = (Icon: LucideIcon) => <Icon size={18} aria-hidden="true" />;

/** Matching entries, best first; without words all. */
const found = <T,>(
  rows: readonly T[],
  words: readonly string[],
  textsOf: (row: T) => readonly string[],
): { row: T; match: number }[] =>
  rows
    .map((row) => ({ row, match: words.length === 0 ? 1 : matchOf(textsOf(row), words) }))
    .filter(({ match }) => match > 0)
    .sort((a, b) => b.match - a.match);

/** The groups for a text, the one with the best match first. Picklists and users are read once it is typed. */
export function useSearchEntries(text: string, { menu, onLogout, onTheme, onOpen }: SearchProps) {
  const navigate = useNavigate();
  const { product, refreshing } = useApplicationContext();
  const has = (path: string) => menu.some((screen) => screen.path === path);
  const seesProducts = has("/products");
  const { user } = useSession();
  const role = user?.role;
  const wanted = text.trim();
  const { derive } = useLists();
  const shipments = wanted && has("/intransit") ? derive(openShipmentsOf) : undefined;
  const usersRead = useData("GET /v1/users", wanted && has("/users") ? undefined : null);
  const range = lastDays(picklistDays, useToday());
  const numbered = mayBeNumber(wanted) && has("/picklist");
  const picklistsRead = useData("GET /v1/picklists", numbered ? { query: range } : null);
  const [users, picklists] = [usersRead.data, picklistsRead.data];
  const reads = [has("/users") && usersRead, numbered && picklistsRead];
  const loading = refreshing || reads.some((read) => read && !read.data && !read.failure);

  const [guide, setGuide] = useState<readonly GuideJob[]>([]);
  const isAsked = wanted !== "";
  useEffect(() => {
    if (isAsked)
      readGuide().then(
        ({ jobs }) => setGuide(jobs),
        () => undefined,
      );
  }, [isAsked]);

  const groups = useMemo(() => {
    const order = orderDigits(wanted);
    const words = wordsOf(order ? `PO-${order}` : wanted);
    const mayOpen = ({ to, role: least }: { to: string; role?: Role }) =>
      role && mayAct(role, least ?? screenAt(to.split("?")[0] ?? to)?.role ?? "root");
    const screens: Entry[] = menu.flatMap(({ path, label, icon: Icon, key }) => [
      { id: path, name: label, ...(key && { note: `g ${key}` }), icon: icon(Icon), run: () => navigate(path) },
      ...(startActions[path] ?? []).filter(mayOpen).map(({ name, to }) => ({
        id: `${path} ${name}`,
        name,
        icon: icon(Icon),
        run: () => navigate(to),
      })),
    ]);
    const fixed: Entry[] = [
      ...screens,
      ...(order
        ? [
            {
              id: "order",
              name: `Order PO-${order}`,
              icon: icon(CalendarClock),
              run: () => navigate(`/intransit/orders?status=year&q=PO-${order}`),
            },
          ]
        : []),
      { id: "theme", name: "Change theme", icon: icon(SunMoon), run: onTheme },
      { id: "account", name: "My account: password", icon: icon(UserIcon), run: () => onOpen("account") },
      { id: "device", name: "Device: warehouse, scanner, sound", icon: icon(ScanLine), run: () => onOpen("device") },
      { id: "logout", name: "Logout", icon: icon(LogOut), run: onLogout },
    ];
    const kinds: { kind: string; matches: { row: Entry; match: number }[] }[] = [];
    const add = <T,>(
      kind: string,
      rows: readonly T[] | undefined,
      textsOf: (row: T) => readonly string[],
      entryOf: (row: T) => Entry,
      most = limit,
    ) => {
      const matches = found(rows ?? [], words, textsOf).slice(0, most);
      if (matches.length > 0)
        kinds.push({ kind, matches: matches.map(({ row, match }) => ({ row: entryOf(row), match })) });
    };
    add(
      "Screens and actions",
      fixed,
      ({ name }) => [name],
      (entry) => entry,
      fixed.length,
    );
    if (wanted) {
      // Executives, who see no products, find it in the list of stock.
      add("Products", findProducts(product, wanted, limit), searchedTexts, ({ _id, name, p_id, codes, image }) => ({
        id: _id,
        name,
        note: searchedCodes({ p_id, codes }, words),
        icon: <Image src={image} size={28} />,
        run: () => navigate(seesProducts ? productPath(_id) : `/inventory?q=${encodeURIComponent(p_id)}`),
      }));
      add("Guide", jobsAt(guide, "", role ?? "executive").jobs, textsOfJob, ({ title }) => ({
        id: `guide ${title}`,
        name: title,
        icon: icon(CircleHelp),
        run: () => onOpen(`guide ${title}`),
      }));
      add("Containers", shipments, textsOfShipment, (shipment) => ({
        id: shipment._id,
        name: shipment.container,
        note: `${shipment.received ? "RECEIVED" : "IN-TRANSIT"} · ${dayText(shipment.expected_delivery)}`,
        icon: icon(Ship),
        run: () => navigate(`/intransit?q=${encodeURIComponent(shipment.container)}&open=${shipment._id}`),
      }));
      add("Picklists", numbered ? picklists : [], textsOfPicklist, ({ _id, number, created_at }) => ({
        id: _id,
        name: number,
        note: dateTimeText(created_at),
        icon: icon(ClipboardList),
        run: () => navigate(`/picklist/register?start=${range.start}&end=${range.end}&do=show&id=${_id}`),
      }));
      add("Users", users, textsOfUser, ({ _id, name, username }) => ({
        id: _id,
        name,
        note: `@${username}`,
        icon: icon(UserIcon),
        run: () => navigate(`/users?q=${encodeURIComponent(username)}`),
      }));
    }
    return kinds
      .sort((a, b) => (b.matches[0]?.match ?? 0) - (a.matches[0]?.match ?? 0))
      .map(({ kind, matches }): EntryGroup => ({ kind, entries: matches.map(({ row }) => row) }));
  }, [
    menu,
    role,
    product,
    shipments,
    users,
    picklists,
    guide,
    wanted,
    numbered,
    seesProducts,
    navigate,
    onTheme,
    onOpen,
    onLogout,
    range.start,
    range.end,
  ]);
  return { groups, loading };
}

const textsOfJob = ({ title, about }: GuideJob) => [title, about];
const textsOfShipment = ({ container }: Shipment) => [container];
const textsOfPicklist = ({ number }: Picklist) => [number, number.replace("-", "")];
const textsOfUser = ({ name, username }: User) => [name, username];
