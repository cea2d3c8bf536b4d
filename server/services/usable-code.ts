import { Refusal } from '../../contract/errors.ts';
import type { EventCode } from '../store/event-codes.ts';

/** The code that opens an event at `now` (ms), or why none of these does: `code_unknown`, `code_spent` or `event_over`. */
export function usableCode(codes: readonly EventCode[], now: number): EventCode | Refusal {
  const unspent = codes.filter(({ reusable, used }) => reusable || !used);
  const running = unspent.find(({ endDate }) => Date.parse(endDate) > now);
  if (running) return running;
  if (unspent.length > 0) return new Refusal('event_over');
  return new Refusal(codes.length > 0 ? 'code_spent' : 'code_unknown');
}
