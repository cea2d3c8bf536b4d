import { Refusal } from '../../../../contract/errors.ts';
import { weaknessesOf } from '../../../../contract/rules/new-password.ts';
import { type OwnAccount, readAccount } from '../../../store/accounts/accounts.ts';
import { noteProof } from '../../../store/accounts/sessions.ts';
import { wordsAbout } from '../../../store/accounts/words-about.ts';
import type { Store } from '../../../store/store.ts';
import type { Caller } from '../../../lib/caller.ts';
import type { Clock } from '../../../lib/clock.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { replaceAndTell } from './replace-and-tell.ts';
import type { TellingOfLock } from '../tell-of-lock.ts';
import { networkOf, wrong, type Throttle, type Verdict } from '../throttle.ts';
import { writeAs } from '../write-as.ts';

export interface OwnPassword {
  /** Runs `evaluate` where it is really the person who is signed in: throws `wrong_password`, or `too_many_requests` when their session has guessed too often. */
  attempt<T>(caller: Caller, password: string, address: string, evaluate: (account: OwnAccount) => Promise<Verdict<T>>): Promise<T>;
  /** The same where nothing else is asked for. */
  prove(caller: Caller, password: string, address: string): Promise<void>;
  /** The same, and for a while the session is open to the grave calls of admins. */
  proveSession(caller: Caller, password: string, address: string): Promise<void>;
  /** Throws `weak_password` and `common_password` besides; ends every other session. */
  change(caller: Caller, passwords: { oldPassword: string; newPassword: string }, address: string): Promise<void>;
}

interface OwnPasswordDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly throttle: Throttle;
  readonly tellingOfLock: TellingOfLock;
  /** A mail waits. */
  readonly onMail: () => void;
}

export function createOwnPassword({ store, clock, throttle, tellingOfLock, onMail }: OwnPasswordDeps): OwnPassword {
  /** `evaluate` hears which of these the person's password is. */
  const attempt = async <T>(
    { userId, sessionId }: Caller,
    passwords: readonly string[],
    address: string,
    evaluate: (account: OwnAccount, password: string) => Promise<Verdict<T>>,
  ): Promise<T> => {
    const account = await readAccount(store.reading, userId);
    if (!account) throw new Refusal('unauthenticated');
    const looked = async (): Promise<Verdict<T>> => {
      for (const password of passwords)
        if (await verifyPassword(password, account.passwordHash, networkOf(address))) return evaluate(account, password);
      return wrong(new Refusal('wrong_password'));
    };
    // Whoever is signed in is not kept from it by the guesses of others.
    return tellingOfLock('proof-guessed', userId, () => throttle.attempt(account.email, address, looked, { device: sessionId }));
  };
  const prove: OwnPassword['prove'] = (caller, password, address) =>
    attempt(caller, [password], address, async (account) => passwordAlone(account, undefined));
  return {
    attempt: (caller, password, address, evaluate) => attempt(caller, [password], address, evaluate),
    prove,
    async proveSession(caller, password, address) {
      await prove(caller, password, address);
      await writeAs({ store, clock }, caller, [], (trx) => noteProof(trx, caller.sessionId, clock.now()));
    },
    async change(caller, { oldPassword, newPassword }, address) {
      if (weaknessesOf(newPassword).length > 0) throw new Refusal('weak_password');
      if (isCommonPassword(newPassword, await wordsAbout(store.reading, caller.userId))) throw new Refusal('common_password');
      // Whose answer got lost asks again, and then it has been done.
      const known = await attempt(caller, [oldPassword, newPassword], address, async (account, password) =>
        passwordAlone(account, password),
      );
      if (known !== oldPassword) return;
      const { userId, sessionId: keepSessionId } = caller;
      const change = { userId, passwordHash: await hashPassword(newPassword, networkOf(address)), keepSessionId, now: clock.now() };
      await writeAs({ store, clock }, caller, [], (trx) => replaceAndTell(trx, change));
      onMail();
    },
  };
}

/** Where a second factor would have to follow, the right password forgives no guesses at that. */
function passwordAlone<T>({ totpSecret }: OwnAccount, value: T): Verdict<T> {
  return { outcome: totpSecret === null ? 'correct' : 'incomplete', value };
}
