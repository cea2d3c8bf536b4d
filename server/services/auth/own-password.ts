import { Refusal } from '../../../contract/errors.ts';
import { weaknessesOf } from '../../../contract/new-password.ts';
import { readAccount } from '../../store/people/accounts.ts';
import { replacePassword } from '../../store/people/sessions.ts';
import type { Store } from '../../store/store.ts';
import type { Caller, Clock } from '../../context.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { wrong, type Throttle, type Verdict } from './throttle.ts';
import { writeAs } from './write-as.ts';

export interface OwnPassword {
  /** Whether it is really the person who is signed in: throws `wrong_password`, or `too_many_requests` when their session has guessed too often. */
  prove(caller: Caller, password: string, address: string): Promise<void>;
  /** Throws `weak_password` and `common_password` besides; ends every other session. */
  change(caller: Caller, passwords: { oldPassword: string; newPassword: string }, address: string): Promise<void>;
}

interface OwnPasswordDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly throttle: Throttle;
  /** Hears which session was ended before its time. */
  readonly onRevoked: (sessionId: string) => void;
}

export function createOwnPassword({ store, clock, throttle, onRevoked }: OwnPasswordDeps): OwnPassword {
  /** Which of these the person's password is. */
  const proved = async ({ userId, sessionId }: Caller, passwords: readonly string[], address: string): Promise<string> => {
    const account = await readAccount(store.reading, userId);
    if (!account) throw new Refusal('unauthenticated');
    const evaluate = async (): Promise<Verdict<string>> => {
      for (const password of passwords)
        if (await verifyPassword(password, account.passwordHash)) return { outcome: 'correct', value: password };
      return wrong(new Refusal('wrong_password'));
    };
    // Whoever is signed in is not kept from it by the guesses of others.
    return throttle.attempt(account.email, address, evaluate, sessionId);
  };
  return {
    prove: async (caller, password, address) => void (await proved(caller, [password], address)),
    async change(caller, { oldPassword, newPassword }, address) {
      if (weaknessesOf(newPassword).length > 0) throw new Refusal('weak_password');
      if (isCommonPassword(newPassword)) throw new Refusal('common_password');
      // Whose answer got lost asks again, and then it has been done.
      if ((await proved(caller, [oldPassword, newPassword], address)) !== oldPassword) return;
      const { userId, sessionId: keepSessionId } = caller;
      const change = { userId, passwordHash: await hashPassword(newPassword), keepSessionId, now: clock.now() };
      for (const ended of await writeAs({ store, clock }, caller, [], (trx) => replacePassword(trx, change))) onRevoked(ended);
    },
  };
}
