import type { EventByCode } from '#contract/endpoints/joining.ts';
import { Refusal } from '#contract/errors.ts';
import { canonicalCode } from '#contract/resources/codes.ts';
import { headerPictureOf } from '#contract/pictures.ts';
import type { EventRow } from '#contract/resources/events.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { findCodes } from '#server/store/repositories/events/event-codes.ts';
import { findEvent } from '#server/store/repositories/lists.ts';
import type { Store } from '#server/store/store.ts';
import type { TryCode } from './code-guesses.ts';
import { unusableCodeVerdict, chooseUsableCode } from './event-codes.ts';

/**
 * Returns the event of a code; a member also finds their event by a spent or expired code. `address` is for the throttle. Throws
 * `code_unknown`, `code_spent`, `event_over` or `too_many_requests`.
 */
export type FindByCode = (caller: Caller | null, code: string, address: string) => Promise<EventByCode>;

interface FindByCodeDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly tryCode: TryCode;
}

export function createFindByCode({ store, clock, tryCode }: FindByCodeDeps): FindByCode {
  return (caller, given, address) => {
    const code = canonicalCode(given);
    return tryCode<EventByCode>({ person: null, address, code }, async () => {
      const codes = await findCodes(store.reading, code);
      const usable = chooseUsableCode(codes, clock.now());
      const ofMember = codes.find(({ eventId }) => caller?.eventRoles[eventId] !== undefined);
      const found = usable instanceof Refusal ? ofMember : usable;
      const event = found ? await findEvent(store.reading, found.eventId) : null;
      if (event) return { outcome: 'correct', value: seenByCode(event, code) };
      return unusableCodeVerdict(usable instanceof Refusal ? usable : new Refusal('code_unknown'));
    });
  };
}

function seenByCode(event: EventRow, code: string): EventByCode {
  const { id: eventId, title, description, startDate, endDate, timeZone, dateLocale, keptDays, deletesAt } = event;
  const picture = headerPictureOf(event);
  return { eventId, code, title, description, startDate, endDate, timeZone, dateLocale, keptDays, deletesAt, picture };
}
