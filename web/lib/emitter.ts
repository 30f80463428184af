// A set of listeners, for state outside React: the subscribe of useSyncExternalStore. Alone, since six stores use it.

interface Emitter<A extends unknown[]> {
  /** Returns the unsubscribe function. */
  subscribe: (listener: (...args: A) => void) => () => void;
  emit: (...args: A) => void;
}

export const newEmitter = <A extends unknown[] = []>(): Emitter<A> => {
  const listeners = new Set<(...args: A) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: (...args) => {
      for (const listener of listeners) listener(...args);
    },
  };
};
