// Features that browsers of early 2023 lack; loaded only by them.

Map.groupBy ??= (rows, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const row of rows) {
    const key = keyOf(row, index++);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
};

Promise.withResolvers ??= <T>() => {
  let resolve: PromiseWithResolvers<T>["resolve"] = () => undefined;
  let reject: PromiseWithResolvers<T>["reject"] = () => undefined;
  const promise = new Promise<T>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
};

AbortSignal.any ??= (signals) => {
  const controller = new AbortController();
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  }
  return controller.signal;
};

/** light-dark(a, b), where a and b may hold parentheses of their own. */
const lightDark = /light-dark\(((?:[^(),]|\([^()]*\))+),((?:[^()]|\([^()]*\))+)\)/;

const lightDarkProperties = (): [name: string, value: string][] =>
  [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .flatMap((rule) => (rule instanceof CSSStyleRule && rule.selectorText === ":root" ? [rule.style] : []))
    .flatMap((style) => [...style].map((name): [string, string] => [name, style.getPropertyValue(name)]))
    .filter(([, value]) => lightDark.test(value));

/** Chooses the colours of the theme, as light-dark() would, now and whenever the theme changes. */
const chooseColours = () => {
  const root = document.documentElement;
  const properties = lightDarkProperties();
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const choose = () => {
    const { theme } = root.dataset;
    const dark = theme === "dark" || (theme !== "light" && prefersDark.matches);
    for (const [name, value] of properties) root.style.setProperty(name, value.replace(lightDark, dark ? "$2" : "$1"));
  };
  choose();
  prefersDark.addEventListener("change", choose);
  new MutationObserver(choose).observe(root, { attributeFilter: ["data-theme"] });
};
if (!CSS.supports("color", "light-dark(red, red)")) chooseColours();

export {};
