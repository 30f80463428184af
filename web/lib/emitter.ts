// Who is told when something outside React has changed: half of what useSyncExternalStore asks for.

interface Watchers<A extends unknown[]> {
  /** Gives what ends it. */
  watch: (watcher: (...args: A) => void) => () => void;
  tell: (...args: A) => void;
}

export const newEmitter = <A extends unknown[] = []>(): Watchers<A> => {
  const watchers = new Set<(...args: A) => void>();
  return {
    watch: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    tell: (...args) => {
      for (const watcher of watchers) watcher(...args);
    },
  };
};
