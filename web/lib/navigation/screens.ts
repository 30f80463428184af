// What a screen is to the menu, the palette and the router: one entry of the table in routes.tsx.
import type { LucideIcon } from "lucide-react";
import { matchPath } from "react-router-dom";
import type { Route } from "#shared/api.ts";
import { mayAct, type Role } from "#shared/role.ts";
import type { Later } from "../lazy.tsx";

export interface Place {
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
  screen: Later<object>;
  /** What it reads first, whatever its address asks. */
  first?: Route;
}

/** A place that stands in the menu. */
export type MenuPlace = Place & Required<Pick<Place, "label" | "icon">>;

/** The menu of a role, in the table's order. */
export const menuOf = (places: readonly Place[], role: Role): MenuPlace[] =>
  places.filter((place): place is MenuPlace => Boolean(place.label && place.icon) && mayAct(role, place.role));

let all: readonly Place[] = [];

/** Lets links begin to load the screens they lead to. */
export const announce = (places: readonly Place[]): void => {
  all = places;
};

/** Begins to load the screen at a path, when a pointer comes near a link to it. */
export const preloadPath = async (path: string): Promise<void> => placeAt(path)?.screen.preload();

export const placeAt = (path: string): Place | undefined => all.find((place) => matchPath(place.path, path));
