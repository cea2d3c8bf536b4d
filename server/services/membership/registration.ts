import { Refusal } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { scopeOf } from '#contract/scope.ts';
import { canonicalEmail } from '#contract/fields.ts';
import { canonicalCode } from '#contract/resources/codes.ts';
import { weaknessesOf } from '#contract/rules/new-password.ts';
import { insertMail } from '#server/store/mail/mails.ts';
import { findAccount, insertAccount } from '#server/store/accounts/accounts.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { type EventCode, findCodes } from '#server/store/repositories/events/event-codes.ts';
import { findEvent } from '#server/store/repositories/lists.ts';
import { insertMembership } from '#server/store/repositories/events/memberships.ts';
import { dynamicScopes, type Store, type WriteHandle } from '#server/store/store.ts';
import type { Clock } from '#server/lib/clock.ts';
import { addedRow, recordChanges } from '../feed/change-log.ts';
import type { RemovedMembers } from './removed-members.ts';
import type { TryCode } from './code-guesses.ts';
import { times } from '#contract/times.ts';
import { type Allowances, mailboxOf, mailsToMailbox } from '../auth/allowances.ts';
import { chooseUsableCode, recordTurnedAway, spendEventCode, unusableCodeVerdict } from './event-codes.ts';
import { isCommonPassword } from '../auth/password/common-passwords.ts';
import { hashPassword, verifyPassword } from '../auth/password/passwords.ts';
import { networkOf, type Throttle } from '../auth/throttle.ts';

export interface Newcomer {
  readonly email: string;
  readonly password: string;
  readonly code: string;
  /** The display name; empty if it is chosen later. */
  readonly name: string;
  readonly language: Language;
  /** The network address, for the throttle only. */
  readonly address: string;
}

/**
 * Creates an account for a person with a code. Throws `weak_password`, `common_password`, `code_unknown`, `code_spent`, `event_over`,
 * `removed_from_event` or `too_many_requests`. An address with an account is not refused, takes as long, and changes nothing.
 */
export type Register = (newcomer: Newcomer) => Promise<void>;

interface RegistrationDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: { warn(details: object, message: string): void };
  readonly tryCode: TryCode;
  readonly throttle: Throttle;
  readonly allowances: Allowances;
  readonly accountsPerHour: number;
  readonly onMail: () => void;
  readonly removedMembers: Pick<RemovedMembers, 'refuse'>;
}

export function createRegistration({
  store,
  clock,
  log,
  throttle,
  tryCode,
  allowances,
  accountsPerHour,
  onMail,
  removedMembers,
}: RegistrationDeps): Register {
  return async ({ email: given, password, code: givenCode, name, language, address }) => {
    if (weaknessesOf(password).length > 0) throw new Refusal('weak_password');
    if (isCommonPassword(password)) throw new Refusal('common_password');
    const email = canonicalEmail(given);
    const text = canonicalCode(givenCode);
    const network = networkOf(address);
    await tryCode<void>({ person: null, address, code: text }, async () => {
      const codes = await findCodes(store.reading, text);
      const code = chooseUsableCode(codes, clock.now());
      if (code instanceof Refusal) {
        if (code.code !== 'code_spent') return unusableCodeVerdict(code);
        // Throttled, because the answer to a spent code reveals if the password of its user is right.
        await throttle.attempt<void>(email, address, async () => {
          const isDone = await wasRegisteredBy(store, codes, { email, password, network });
          return isDone ? { outcome: 'correct', value: undefined } : unusableCodeVerdict(code);
        });
        return { outcome: 'correct', value: undefined };
      }
      const event = await findEvent(store.reading, code.eventId);
      if (isCommonPassword(password, [name, event?.title ?? '', ...email.split('@')])) throw new Refusal('common_password');
      const ofNetwork = { allowance: { name: 'accounts of a network', most: accountsPerHour, window: times.hour }, of: network };
      const ofCode = { allowance: { name: 'accounts of a code', most: 5 * accountsPerHour, window: times.hour }, of: code.id };
      await allowances.spend(network, [ofNetwork, ofCode], {
        empty: async (spending) => {
          log.warn({ eventId: code.eventId }, `registration is paused: the ${spending.allowance.name} are used up`);
          const limit = spending === ofCode ? 'code' : 'network';
          // The refusal stays the answer even if the note fails.
          await recordTurnedAway(store, code, { at: clock.now(), limit }).catch((err: unknown) =>
            log.warn({ err, eventId: code.eventId }, 'organisers were not notified of a paused registration'),
          );
        },
      });
      const passwordHash = await hashPassword(password, network);
      // Takes further locks when the account has an id.
      await store.write(dynamicScopes([scopeOf.event(code.eventId)]), async (trx) => {
        // Spent for existing accounts too, so that nobody learns which addresses have one.
        const hasMail = (await allowances.take(trx, { allowance: mailsToMailbox, of: mailboxOf(email) })) === null;
        await enter(trx, { email, name: name.trim(), passwordHash, code, language, hasMail, now: clock.now(), removedMembers });
      });
      onMail();
      return { outcome: 'correct', value: undefined };
    });
  };
}

/** Recognizes a repeated registration whose answer was lost. Takes as long for everybody else. */
async function wasRegisteredBy(
  store: Store,
  codes: readonly EventCode[],
  { email, password, network }: Pick<Newcomer, 'email' | 'password'> & { readonly network: string },
): Promise<boolean> {
  const account = await findAccount(store.reading, email);
  const isTheirs = account !== null && codes.some(({ usedBy }) => usedBy === account.id);
  return verifyPassword(password, isTheirs ? account.passwordHash : null, network);
}

interface Entry {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly code: EventCode;
  readonly language: Language;
  readonly hasMail: boolean;
  readonly now: number;
  readonly removedMembers: Pick<RemovedMembers, 'refuse'>;
}

async function enter(trx: WriteHandle, { email, name, passwordHash, code, language, hasMail, now, removedMembers }: Entry): Promise<void> {
  // The event was deleted while the password was hashed.
  if (!(await findEvent(trx, code.eventId))) throw new Refusal('code_unknown');
  const userId = await insertAccount(trx, { email, name, passwordHash, activeEventId: code.eventId, language, now });
  if (userId === null) return;
  // Thrown and not counted, because a valid code is no wrong guess.
  await removedMembers.refuse(trx, code.eventId, { id: userId, email });
  await insertMembership(trx, userId, code.eventId);
  if (hasMail) await insertMail(trx, { kind: 'verify', address: email, userId, language }, now);
  const changes = [
    ...(await spendEventCode(trx, code, userId, 'code_spent')),
    await addedRow(trx, 'me', userId),
    await addedRow(trx, 'notifications', userId),
    await addedRow(trx, 'participants', participantId(code.eventId, userId)),
  ];
  await recordChanges(trx, changes, now);
}
