import type { Refusal } from '#contract/errors.ts';
import type { WriteHandle } from '#server/store/store.ts';
import type { RowChange } from '../feed/change-log.ts';
import type { Call } from './call.ts';

/**
 * Writes more in the transaction of the changes, such as messages to send, so that it is stored if and only if the changes are.
 * Returns a task to run after the commit, or null. `now` is in milliseconds since the epoch.
 */
export type BeforeCommit = (trx: WriteHandle, changes: readonly RowChange[], now: number) => Promise<(() => void) | null>;

/** Runs all hooks, one after another. */
export const allBeforeCommit =
  (...hooks: readonly BeforeCommit[]): BeforeCommit =>
  async (trx, changes, now) => {
    const tasks: (() => void)[] = [];
    for (const hook of hooks) {
      const task = await hook(trx, changes, now);
      if (task) tasks.push(task);
    }
    return tasks.length > 0 ? () => tasks.forEach((task) => task()) : null;
  };

/** Returns the reason to reject an authorised command because of other rows, or null. */
export type Check = (call: Call, changes: readonly RowChange[]) => Refusal | null;

/**
 * Reads rows once for all commands of a transaction. Then each command that policy and rule allow is checked, after those before it were
 * executed. `onDecided` registers a task that also runs for rejected commands.
 */
export type Constraint = (trx: WriteHandle, calls: readonly Call[], onDecided: OnDecided) => Promise<Check>;

export type OnDecided = (write: () => Promise<void>) => void;

/** Combines constraints: the first refusal counts. */
export function allConstraints(...constraints: readonly Constraint[]): Constraint {
  return async (trx, calls, onDecided) => {
    const checks = await Promise.all(constraints.map((constraint) => constraint(trx, calls, onDecided)));
    return (call, changes) => {
      for (const check of checks) {
        const refusal = check(call, changes);
        if (refusal) return refusal;
      }
      return null;
    };
  };
}
