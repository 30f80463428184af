// Who is told when something outside React has changed: half of what useSyncExternalStore asks for.

interface Emitter<A extends unknown[]> {
  /** Gives what ends it. */
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
