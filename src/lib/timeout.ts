import type { Ports } from '../sync/device/ports.ts';

/** What `work` gives, or `otherwise` where it has not come after `limit` ms; the work goes on. */
export function within<T, O>(ports: Pick<Ports, 'setTimer'>, limit: number, work: PromiseLike<T>, otherwise: O): Promise<T | O> {
  return new Promise((resolve, reject) => {
    const cancel = ports.setTimer(limit, () => resolve(otherwise));
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
