import { liveQuery } from 'dexie';

/** An observable value in the shape of React's `useSyncExternalStore`. */
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

/** Resolves with the first value, current or later, that `fits`. */
export function valueThat<T>({ get, subscribe }: Observable<T>, fits: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const look = (): void => {
      const value = get();
      if (!fits(value)) return;
      leave();
      resolve(value);
    };
    const leave = subscribe(look);
    look();
  });
}

/** Returns the result of a live query while it has subscribers; `undefined` until the first result. */
export function observedQuery<T>(query: () => Promise<T>, onError: (error: unknown) => void): Observable<T | undefined> {
  const answer = observed<T | undefined>(undefined);
  let listeners = 0;
  let stop = (): void => {};
  return {
    get: answer.get,
    subscribe: (listener) => {
      const leave = answer.subscribe(listener);
      if (listeners++ === 0) {
        const subscription = liveQuery(query).subscribe({ next: answer.set, error: onError });
        stop = () => subscription.unsubscribe();
      }
      return () => {
        leave();
        if (--listeners === 0) stop();
      };
    },
  };
}
