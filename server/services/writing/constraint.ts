import type { Refusal } from '../../../contract/errors.ts';
import type { Writing } from '../../store/store.ts';
import type { Call } from './call.ts';

/**
 * What stands against calls beside policy and rule because other rows do, such as an address that is somebody else's: looked up once for all
 * calls of a transaction, then asked about each in turn, after those before it were done.
 */
export type Constraint = (trx: Writing, calls: readonly Call[]) => Promise<(call: Call) => Refusal | null>;

/** All of them: the first that refuses a call is told. */
export const allConstraints =
  (...parts: readonly Constraint[]): Constraint =>
  async (trx, calls) => {
    const tests: ((call: Call) => Refusal | null)[] = [];
    for (const part of parts) tests.push(await part(trx, calls));
    return (call) => {
      for (const test of tests) {
        const refusal = test(call);
        if (refusal) return refusal;
      }
      return null;
    };
  };
