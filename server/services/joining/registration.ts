import { Refusal } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/languages.ts';
import { scopeOf } from '../../../contract/scope.ts';
import { canonicalEmail } from '../../../contract/fields.ts';
import { canonicalCode } from '../../../contract/resources/codes.ts';
import { weaknessesOf } from '../../../contract/new-password.ts';
import { insertMail } from '../../store/mail/mails.ts';
import { findAccount } from '../../store/people/accounts.ts';
import { participantId } from '../../store/rows/composed-rows.ts';
import { type EventCode, findCodes } from '../../store/people/event-codes.ts';
import { findEvent } from '../../store/rows/lists.ts';
import { insertMembership } from '../../store/rows/memberships.ts';
import { insertAccount } from '../../store/people/insert-account.ts';
import { asFound, type Store, type Writing } from '../../store/store.ts';
import type { Clock } from '../../context.ts';
import { addedRow, recordChanges } from '../feed/change-log.ts';
import type { RemovedMembers } from './removed-members.ts';
import { spent, uselessCode, usableCode } from './event-codes.ts';
import { isCommonPassword } from '../auth/password/common-passwords.ts';
import { hashPassword, verifyPassword } from '../auth/password/passwords.ts';
import { networkOf, type Throttle, wrong } from '../auth/throttle.ts';

export interface Newcomer {
  readonly email: string;
  readonly password: string;
  readonly code: string;
  /** What others call them; empty where they do not give it yet. */
  readonly name: string;
  /** That they are written to in. */
  readonly language: Language;
  /** Where the request comes from, for the throttle only. */
  readonly address: string;
}

/**
 * Makes an account for who knows a code. Throws `weak_password`, `common_password`, `code_unknown`, `code_spent`, `event_over`,
 * `removed_from_event` or `too_many_requests`. An address that has an account is no refusal, takes as long, and changes nothing.
 */
export type Register = (newcomer: Newcomer) => Promise<void>;

interface RegistrationDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Of guesses at codes. */
  readonly throttle: Throttle;
  /** A mail waits. */
  readonly onMail: () => void;
  readonly removedMembers: Pick<RemovedMembers, 'refuse'>;
}

/** Counted like a miss, and not told to anybody. */
const addressTaken = new Refusal('forbidden');

export function createRegistration({ store, clock, throttle, onMail, removedMembers }: RegistrationDeps): Register {
  return async ({ email: given, password, code: givenCode, name, language, address }) => {
    if (weaknessesOf(password).length > 0) throw new Refusal('weak_password');
    if (isCommonPassword(password)) throw new Refusal('common_password');
    const email = canonicalEmail(given);
    const attempt = throttle.attempt<void>(email, address, async () => {
      const codes = await findCodes(store.reading, canonicalCode(givenCode));
      const code = usableCode(codes, clock.now());
      if (code instanceof Refusal) {
        const isDone = code.code === 'code_spent' && (await wasRegisteredBy(store, codes, { email, password, address }));
        return isDone ? { outcome: 'correct', value: undefined } : uselessCode(code);
      }
      const passwordHash = await hashPassword(password, networkOf(address));
      // Whose scope it will be is known once the account is there.
      const refusal = await store.write(asFound([scopeOf.event(code.eventId)]), (trx) =>
        enter(trx, { email, name: name.trim(), passwordHash, code, language, now: clock.now(), removedMembers }),
      );
      if (refusal) return wrong(refusal);
      onMail();
      return { outcome: 'correct', value: undefined };
    });
    await attempt.catch((error: unknown) => {
      if (error !== addressTaken) throw error;
    });
  };
}

/** The same person once more, whose first answer was lost. It takes as long for everybody else. */
async function wasRegisteredBy(
  store: Store,
  codes: readonly EventCode[],
  { email, password, address }: Pick<Newcomer, 'email' | 'password' | 'address'>,
): Promise<boolean> {
  const account = await findAccount(store.reading, email);
  const isTheirs = account !== null && codes.some(({ usedBy }) => usedBy === account.id);
  return verifyPassword(password, isTheirs ? account.passwordHash : null, networkOf(address));
}

interface Entry {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly code: EventCode;
  readonly language: Language;
  readonly now: number;
  readonly removedMembers: Pick<RemovedMembers, 'refuse'>;
}

/** Makes the account, spends the code, has a mail ask whether the address is theirs and tells the feed; answers why nothing was done, where that is so. */
async function enter(trx: Writing, { email, name, passwordHash, code, language, now, removedMembers }: Entry): Promise<Refusal | null> {
  // Deleted while the password was hashed.
  if (!(await findEvent(trx, code.eventId))) return new Refusal('code_unknown');
  const userId = await insertAccount(trx, { email, name, passwordHash, activeEventId: code.eventId, language, now });
  if (userId === null) return addressTaken;
  // Thrown, because a code that opens the event is no wrong guess.
  await removedMembers.refuse(trx, code.eventId, { id: userId, email });
  await insertMembership(trx, userId, code.eventId);
  await insertMail(trx, { kind: 'verify', address: email, userId, language }, now);
  const changes = [
    ...(await spent(trx, code, userId, 'code_spent')),
    await addedRow(trx, 'me', userId),
    await addedRow(trx, 'notifications', userId),
    await addedRow(trx, 'participants', participantId(code.eventId, userId)),
  ];
  await recordChanges(trx, changes, now);
  return null;
}
