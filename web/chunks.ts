// The chunk of each module. A feature has two: one for its lists, and one for the rest, which loads when idle.
import { dirname, join } from "node:path";

/** Rolldown's view of a module. */
interface Modules {
  getModuleInfo: (id: string) => {
    readonly code: string | null;
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

/** The parts of forms and dialogs. A screen that needs them at once is not the first of its feature. */
const kit = /node_modules[\\/](react-hook-form|@hookform|@base-ui|@floating-ui)[\\/]/;

/** The libraries of charts and their dependencies. */
const charts =
  /node_modules[\\/](recharts|victory-vendor|d3-|@reduxjs|immer|reselect|redux|es-toolkit|decimal\.js|react-is)|web[\\/]ui[\\/]chart[\\/]/;

/** Modules with a chunk of their own anyway: few devices need them, or they load after everything else. */
const alone =
  /zxing|barcode-(detector|wasm)|write-barcode|native-detector|older-browsers|offline-store|product-chart|outbox[\\/](post|submit)\.ts|shell[\\/](service-worker|new-version)/;

/** Several features open a menu or an explanation, and none at once. */
const menu = /@base-ui[\\/]react[\\/](menu|filter-dropdown|popover)[\\/]|web[\\/]ui[\\/](menu|explanation)/;

/** What the screens of several features share, and no other first screen needs: an import, figures that explain themselves, and a choice of days. */
const shared = [
  ["import", /domain[\\/]import[\\/](use-import|choose-spreadsheet|import-screen)|ui[\\/]form[\\/]file-field/],
  ["term", /domain[\\/]term\./],
  ["range", /ui[\\/](form[\\/](range-bar|date-field)|page[\\/]none-in-range|table[\\/]list-filters)/],
  // The schemas of users, which load later, need it without the screens of users.
  ["app", /shared[\\/]password/],
] as const;

/** Opened without a session. */
const signIn = /features[\\/]account[\\/]login/;

/** A feature, or a room of a large one. */
const featureOf = (id: string): string | undefined =>
  /web[\\/]features[\\/](.+)[\\/]/.exec(id)?.[1]?.replaceAll(/[\\/]/g, "-");

/** By module, the features whose screens need it; "shell" stands for screens of no feature. */
type Users = Map<string, Set<string>>;

/** The feature, if it is the only one that needs the module. */
const onlyUser = (users: Set<string> = new Set()): string | undefined => {
  const [user, second] = users;
  return user === "shell" || second ? undefined : user;
};

/** The index of all icons: a module that imports it needs only the icons that it names. */
const iconIndex = /lucide-react\.mjs$/;
const namesIn = /^\s*(?:import|export) \{([^}]+)\} from ["']([^"']+)["']/gm;

/** What a module imports. */
const importsOf = (id: string, modules: Modules): readonly string[] => {
  const module = modules.getModuleInfo(id);
  return (module?.importedIds ?? []).flatMap((imported) => {
    if (!iconIndex.test(imported)) return [imported];
    const named = [...(module?.code ?? "").matchAll(namesIn)].filter(([, , from]) => from === "lucide-react");
    const icons = iconsOf(modules.getModuleInfo(imported)?.code ?? "");
    return named.flatMap(([, names = ""]) =>
      names.split(",").map((name) => join(dirname(imported), icons.get(name.trim().split(" as ")[0] ?? "") ?? "")),
    );
  });
};

let indexed: Map<string, string> | undefined;
/** The file of each icon. */
const iconsOf = (index: string): Map<string, string> => {
  indexed ??= new Map(
    [...index.matchAll(namesIn)].flatMap(([, names = "", file = ""]) =>
      names.split(",").map((name) => [name.trim().replace("default as ", ""), file] as const),
    ),
  );
  return indexed;
};

interface Parts {
  /** Modules of the sign-in. */
  start: Set<string>;
  /** Modules that the layout loads at once: the queue with its badge, and the scanner's keys. */
  soon: Set<string>;
  /** Modules of the first screens of features. */
  first: Users;
  /** All modules, also those that load later. */
  ever: Users;
}

export const chunkOf = (root: string): ((id: string, modules: Modules) => string | null) => {
  let found: Parts | undefined;

  const readParts = (modules: Modules): Parts => {
    /** These modules and all that they import; with `later`, also what they load later. */
    const withImports = (ids: readonly string[], later = false, into = new Set<string>()): Set<string> => {
      for (const id of ids) {
        if (into.has(id)) continue;
        into.add(id);
        withImports(importsOf(id, modules), later, into);
        if (later) withImports(modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [], later, into);
      }
      return into;
    };
    const usersOf = (screens: readonly string[], later: boolean): Users => {
      const users: Users = new Map();
      for (const screen of screens)
        for (const id of withImports([screen], later))
          users.set(id, (users.get(id) ?? new Set()).add(featureOf(screen) ?? "shell"));
      return users;
    };
    const screens = modules.getModuleInfo(join(root, "routes.tsx"))?.dynamicallyImportedIds ?? [];
    const isFirst = (screen: string) => ![...withImports([screen])].some((id) => kit.test(id));
    return {
      start: withImports([join(root, "index.html"), ...screens.filter((screen) => signIn.test(screen))]),
      soon: withImports([join(root, "shell/outbox-badge.tsx")]),
      first: usersOf(screens.filter(isFirst), false),
      ever: usersOf(screens, true),
    };
  };

  return (id, modules) => {
    found ??= readParts(modules);
    const { start, soon, first, ever } = found;
    if (start.has(id)) return "start";
    if (soon.has(id) && (featureOf(id) || !first.has(id) || onlyUser(first.get(id)))) return "soon";
    if (charts.test(id) && !first.has(id)) return "charts";
    if (alone.test(id)) return null;
    if (menu.test(id)) return "menu";
    const together = first.has(id) && shared.find(([, modules]) => modules.test(id));
    if (together) return together[0];
    const own = featureOf(id) ?? onlyUser(first.get(id) ?? ever.get(id));
    if (own) return first.has(id) ? own : `${own}-more`;
    if (first.has(id)) return "app";
    if (/web[\\/]shell[\\/]/.test(id)) return "shell";
    // `ui` and `lib` never import `domain`, so these two chunks need each other in one direction only.
    return /web[\\/](ui|lib)[\\/]|node_modules/.test(id) ? "dialogs" : "more";
  };
};
