/** A value that can be watched, in the shape that React's `useSyncExternalStore` takes. */
export interface Observable<T> {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Observed<T> extends Observable<T> {
  readonly set: (value: T) => void;
}

export function observed<T>(initial: T): Observed<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
