import { type Verdict, wrong } from '../auth/throttle.ts';
import { isOver } from '#contract/rules/event-dates.ts';
import { type ErrorCode, Refusal } from '#contract/errors.ts';
import type { Code } from '#contract/resources/codes.ts';
import type { Writing } from '#server/store/store.ts';
import { type EventCode, spendCode } from '#server/store/accounts/event-codes.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import type { RowChange } from '../feed/change-log.ts';

/** Returns the code that is valid at `now` (ms), or the reason why none is: `code_unknown`, `code_spent` or `event_over`. */
export function chooseUsableCode(codes: readonly EventCode[], now: number): EventCode | Refusal {
  const unspent = codes.filter(({ reusable, used }) => reusable || !used);
  const running = unspent.find((code) => !isOver(code, now));
  if (running) return running;
  if (unspent.length > 0) return new Refusal('event_over');
  return new Refusal(codes.length > 0 ? 'code_spent' : 'code_unknown');
}

/** Returns the verdict for the throttle: a code that was valid once comes from an old poster and is no guess. */
export const unusableCodeVerdict = (refusal: Refusal, said: Refusal = refusal): Verdict<never> =>
  wrong(said, refusal.code !== 'code_unknown');

/**
 * Spends a code and returns the changes, none for a reusable one; an event admin may have changed that since the code was found. Throws
 * `tooLate` if another person was faster or the code was deleted, which rolls the transaction back.
 */
export async function spendEventCode(trx: Writing, code: EventCode, userId: number, tooLate: ErrorCode): Promise<RowChange[]> {
  const rowBefore = (await readRow(trx, 'codes', code.id)) as Code | null;
  if (rowBefore?.reusable) return [];
  if (!rowBefore || !(await spendCode(trx, code.id, userId))) throw new Refusal(tooLate);
  return [{ resource: 'codes', rowBefore, rowAfter: await readRow(trx, 'codes', code.id) }];
}
