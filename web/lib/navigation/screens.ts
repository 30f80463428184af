// A screen, as the menu, the search and the router know it: one entry of the table in routes.tsx.
import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import { matchPath } from "react-router-dom";
import { mayAct, type Role } from "#shared/role.ts";
import type { LazyScreen } from "../lazy.tsx";

export interface Screen {
  path: string;
  /** Absent if it is not in the menu, like a form. */
  label?: string;
  /** What a screen below one that is not in the menu calls it. */
  name?: string;
  /** The path of the screen that it belongs to, if its own does not begin with that. */
  parent?: string;
  icon?: LucideIcon;
  /** Lowest role that may open it. */
  role: Role;
  /** Second key after `g`. */
  key?: string;
  /** Short label in the bottom bar on phones. */
  tab?: string;
  component: LazyScreen<object>;
  /** A number on its menu entry for attention. */
  badge?: ComponentType;
}

export type MenuScreen = Screen & Required<Pick<Screen, "label" | "icon">>;

/** The menu of a role, in the table's order. */
export const menuOf = (screens: readonly Screen[], role: Role): MenuScreen[] =>
  screens.filter((screen): screen is MenuScreen => Boolean(screen.label && screen.icon) && mayAct(role, screen.role));

let registered: readonly Screen[] = [];

/** Makes the screens known to links, which preload them. */
export const registerScreens = (screens: readonly Screen[]): void => {
  registered = screens;
};

/** Loads the code of the screen at a path. */
export const preloadScreen = async (path: string): Promise<void> => screenAt(path)?.component.preload();

export const screenAt = (path: string): Screen | undefined => registered.find((screen) => matchPath(screen.path, path));

/** The screen above that at a path, and its name: the one whose path it begins with. */
export const parentOf = (path: string): { to: string; label: string } | undefined => {
  const own = screenAt(path);
  let to = own?.parent ?? path;
  while (to) {
    const screen = screenAt(to);
    const label = screen?.label ?? screen?.name;
    if (screen !== own && label) return { to, label };
    to = to.slice(0, to.lastIndexOf("/"));
  }
  return undefined;
};
