import type { Writing } from '../../store/store.ts';
import type { RowChange } from '../feed/change-log.ts';

/**
 * What changes bring with them beside their rows, such as messages that are to go out: written in the same transaction, so that it is
 * there if and only if the change is. Gives what to do once that is committed. `now` is in milliseconds since the epoch.
 */
export type BeforeCommit = (trx: Writing, changes: readonly RowChange[], now: number) => Promise<(() => void) | null>;

/** All of them, one after another. */
export const allBeforeCommit =
  (...parts: readonly BeforeCommit[]): BeforeCommit =>
  async (trx, changes, now) => {
    const after: (() => void)[] = [];
    for (const part of parts) {
      const then = await part(trx, changes, now);
      if (then) after.push(then);
    }
    return after.length > 0 ? () => after.forEach((then) => then()) : null;
  };
