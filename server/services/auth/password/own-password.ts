import { Refusal } from '#contract/errors.ts';
import { weaknessesOf } from '#contract/rules/new-password.ts';
import { type OwnAccount, personalWordsOf, readAccount } from '#server/store/accounts/accounts.ts';
import { recordProof, replacePassword } from '#server/store/accounts/sessions.ts';
import type { Store, WriteHandle } from '#server/store/store.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { notifyOwner, type WithGuessNotice } from '../owner-notices.ts';
import { networkOf, type Throttle, type Verdict, wrong } from '../throttle.ts';
import { writeAs } from '../write-as.ts';

export interface OwnPassword {
  /** Runs `evaluate` if the caller's password is right. Throws `wrong_password`, or `too_many_requests` after many guesses. */
  attempt<T>(caller: Caller, password: string, address: string, evaluate: (account: OwnAccount) => Promise<Verdict<T>>): Promise<T>;
  /** Proves the password without another check. */
  prove(caller: Caller, password: string, address: string): Promise<void>;
  /** Proves the password and opens the session for a while to those calls of admins that need a recent proof. */
  proveSession(caller: Caller, password: string, address: string): Promise<void>;
  /** Also throws `weak_password` and `common_password`; ends every other session. */
  change(caller: Caller, passwords: { oldPassword: string; newPassword: string }, address: string): Promise<void>;
}

interface OwnPasswordDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly throttle: Throttle;
  readonly withGuessNotice: WithGuessNotice;
  readonly onMail: () => void;
}

export function createOwnPassword({ store, clock, throttle, withGuessNotice, onMail }: OwnPasswordDeps): OwnPassword {
  /** `evaluate` receives the one of these passwords that is right. */
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
    // Failures count by session, so guesses of others do not lock a signed-in user.
    return withGuessNotice('proof-guessed', userId, () => throttle.attempt(account.email, address, looked, { device: sessionId }));
  };
  const prove: OwnPassword['prove'] = (caller, password, address) =>
    attempt(caller, [password], address, async (account) => passwordAlone(account, undefined));
  return {
    attempt: (caller, password, address, evaluate) => attempt(caller, [password], address, evaluate),
    prove,
    async proveSession(caller, password, address) {
      await prove(caller, password, address);
      await writeAs({ store, clock }, caller, [], (trx) => recordProof(trx, caller.sessionId, clock.now()));
    },
    async change(caller, { oldPassword, newPassword }, address) {
      if (weaknessesOf(newPassword).length > 0) throw new Refusal('weak_password');
      if (isCommonPassword(newPassword, await personalWordsOf(store.reading, caller.userId))) throw new Refusal('common_password');
      // A client that lost the answer repeats the request: then the new password is already the right one.
      const known = await attempt(caller, [oldPassword, newPassword], address, async (account, password) =>
        passwordAlone(account, password),
      );
      if (known !== oldPassword) return;
      const { userId, sessionId: keepSessionId } = caller;
      const change = { userId, passwordHash: await hashPassword(newPassword, networkOf(address)), keepSessionId, now: clock.now() };
      await writeAs({ store, clock }, caller, [], (trx) => replacePasswordAndNotify(trx, change));
      onMail();
    },
  };
}

/** If a second factor has to follow, the right password alone does not clear the failures. */
function passwordAlone<T>({ totpSecret }: OwnAccount, value: T): Verdict<T> {
  return { outcome: totpSecret === null ? 'correct' : 'incomplete', value };
}

export async function replacePasswordAndNotify(trx: WriteHandle, change: Parameters<typeof replacePassword>[1]): Promise<void> {
  await notifyOwner(trx, 'password-changed', change.userId, change.now);
  await replacePassword(trx, change);
}
