let skew = 0;
const listeners = new Set<() => void>();

/** The time that screens go by: this device's, set right by the server's where it is minutes away. */
export const clock = {
  /** Milliseconds since the epoch. */
  now: (): number => Date.now() + skew,
  /** How far (ms) the right time is ahead of this device's. */
  skew: (): number => skew,
  setSkew: (ms: number): void => {
    skew = ms;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
