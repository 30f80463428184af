// The clock of a process or a page. Nothing is imported, since it also runs in pages.

/** Moves `Date` of a process or a page ahead by so many milliseconds. */
export const moveDate = (ahead: number): void => {
  const Real = Date;
  const realNow = Real.now;
  const now = () => realNow() + ahead;
  globalThis.Date = new Proxy(Real, {
    construct: (_, given, made) => Reflect.construct(Real, given.length === 0 ? [now()] : given, made),
    // A spy that a test puts on it is left in place.
    get: (_, name) => (name === "now" && Real.now === realNow ? now : Reflect.get(Real, name)),
  });
};
