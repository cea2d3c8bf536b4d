import type { Refusal } from '../../../contract/errors.ts';
import type { Writing } from '../../store/store.ts';
import type { RowChange } from '../feed/change-log.ts';
import type { Call } from './call.ts';

/** What other rows say against a call that may be made and whose rule agrees, by what it would change. Where nobody refuses, it is done. */
export type StandsAgainst = (call: Call, changes: readonly RowChange[]) => Refusal | null;

/**
 * What stands against calls beside policy and rule because other rows do, such as an address that is somebody else's: looked up once for all
 * calls of a transaction, then asked about each in turn, after those before it were done. Who may not make the call learns nothing of it.
 * What is given to `whenDecided` writes down what was noted meanwhile, of calls that were refused as well.
 */
export type Constraint = (trx: Writing, calls: readonly Call[], whenDecided: WhenDecided) => Promise<StandsAgainst>;

export type WhenDecided = (write: () => Promise<void>) => void;

/** All of them: the first refusal counts. */
export function allConstraints(...constraints: readonly Constraint[]): Constraint {
  return async (trx, calls, whenDecided) => {
    const all = await Promise.all(constraints.map((constraint) => constraint(trx, calls, whenDecided)));
    return (call, changes) => {
      for (const standsAgainst of all) {
        const refusal = standsAgainst(call, changes);
        if (refusal) return refusal;
      }
      return null;
    };
  };
}
