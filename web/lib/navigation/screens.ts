// What a screen is to the menu, the palette and the router: one entry of the table in routes.tsx.
import type { LucideIcon } from "lucide-react";
import { matchPath } from "react-router-dom";
import type { Route } from "#shared/api.ts";
import { mayAct, type Role } from "#shared/role.ts";
import type { LazyComponent } from "../lazy.tsx";

export interface Screen {
  path: string;
  /** Absent: not in the menu, like a form. */
  label?: string;
  icon?: LucideIcon;
  /** Least role. */
  role: Role;
  /** Second key after `g`. */
  key?: string;
  /** Short label in the bottom bar of phones. */
  tab?: string;
  component: LazyComponent<object>;
  /** What it reads first, whatever its address asks. */
  first?: Route;
}

/** A screen that stands in the menu. */
export type MenuScreen = Screen & Required<Pick<Screen, "label" | "icon">>;

/** The menu of a role, in the table's order. */
export const menuOf = (screens: readonly Screen[], role: Role): MenuScreen[] =>
  screens.filter((screen): screen is MenuScreen => Boolean(screen.label && screen.icon) && mayAct(role, screen.role));

let all: readonly Screen[] = [];

/** Lets links begin to load the screens they lead to. */
export const registerScreens = (screens: readonly Screen[]): void => {
  all = screens;
};

/** Begins to load the screen at a path, when a pointer comes near a link to it. */
export const preloadScreen = async (path: string): Promise<void> => screenAt(path)?.component.preload();

export const screenAt = (path: string): Screen | undefined => all.find((screen) => matchPath(screen.path, path));
