/** The clock and timers of the device, passed in so that tests can play them. Times are in milliseconds. */
export interface Timers {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once after `delay`; the returned function cancels it. */
  setTimer(delay: number, task: () => void): () => void;
}

/** Returns the result of `work`, or `otherwise` if it takes longer than `limit` (ms); the work continues. */
export function within<T, O>(timers: Pick<Timers, 'setTimer'>, limit: number, work: PromiseLike<T>, otherwise: O): Promise<T | O> {
  return new Promise((resolve, reject) => {
    const cancel = timers.setTimer(limit, () => resolve(otherwise));
    work.then(
      (result) => {
        cancel();
        resolve(result);
      },
      (error: unknown) => {
        cancel();
        reject(error);
      },
    );
  });
}
