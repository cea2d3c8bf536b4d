let skew = 0;
const listeners = new Set<() => void>();

/** The time for screens: that of this device, corrected by the server's if it is minutes off. */
export const clock = {
  /** Milliseconds since the epoch. */
  now: (): number => Date.now() + skew,
  /** The time (ms) by which this device's clock is behind. */
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
