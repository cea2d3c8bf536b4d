import type { Timers } from './timers.ts';

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
