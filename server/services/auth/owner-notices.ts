import { insertMail, type MailKind } from '#server/store/mail/mails.ts';
import { readAccount } from '#server/store/accounts/accounts.ts';
import type { Store, WriteHandle } from '#server/store/store.ts';
import { Refusal } from '#contract/errors.ts';
import { times } from '#contract/times.ts';
import { BoundedMap } from '#server/lib/bounded-map.ts';
import type { Clock } from '#server/lib/clock.ts';

/** Queues a mail that notifies the person of a change of their account, to its sign-in address. */
export async function notifyOwner(trx: WriteHandle, kind: MailKind, userId: number, now: number): Promise<void> {
  const account = await readAccount(trx, userId);
  if (account) await insertMail(trx, { kind, address: account.email, userId, language: null }, now);
}

/** The minimum time (ms) between two notices to a person by one process. */
const noticePause = times.hour;
const mostNoticed = 10_000;

/** Guesses by somebody with the right password or an open session: strangers cannot cause mails by guessing. */
type GuessesKind = Extract<MailKind, 'second-factor-guessed' | 'proof-guessed'>;

/** Runs an attempt at a password or a second factor, and notifies the account's owner if it is refused for too many guesses. */
export type WithGuessNotice = <T>(kind: GuessesKind, userId: number, attempt: () => Promise<T>) => Promise<T>;

interface GuessNoticeDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly onMail: () => void;
}

export function createGuessNotice({ store, clock, onMail }: GuessNoticeDeps): WithGuessNotice {
  /** The time of the last notice, by kind and account. */
  const noticed = new BoundedMap<string, number>(mostNoticed);
  const notify = async (kind: GuessesKind, userId: number): Promise<void> => {
    const now = clock.now();
    const key = `${kind} ${userId}`;
    if (now < (noticed.get(key) ?? -Infinity) + noticePause) return;
    noticed.set(key, now);
    await store.write([], (trx) => notifyOwner(trx, kind, userId, now));
    onMail();
  };
  return async (kind, userId, attempt) => {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof Refusal && error.code === 'too_many_requests') await notify(kind, userId);
      throw error;
    }
  };
}
