import { Refusal } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { scopeOf } from '#contract/scope.ts';
import { type Account, findAccount } from '#server/store/accounts/accounts.ts';
import type { Store, WriteHandle } from '#server/store/store.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Csrf, PreSession } from './sessions/csrf.ts';
import { verifyPassword } from './password/passwords.ts';
import { isOneTimeCode } from './second-factor/second-factor.ts';
import type { Secret } from './secret.ts';
import type { Sessions, SignedIn } from './sessions/sessions.ts';
import { changeOwnRow, spendCode } from './second-factor/spend-code.ts';
import type { WithGuessNotice } from './owner-notices.ts';
import { type AttemptOptions, networkOf, wrong, type Throttle, type Verdict } from './throttle.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The network address, for the throttle only. */
  readonly address: string;
  /** The name of the device, if this account was signed in on it before. */
  readonly device: string | null;
  readonly userAgent: string | undefined;
  /** The language in which the person receives mails from now on. */
  readonly language: Language;
}

export interface SignIn {
  /**
   * Returns null if the password is right and a second factor has to follow. Throws `wrong_credentials` (also for an unknown account),
   * `too_many_requests`, or `forged_request` for a spent pre-session.
   */
  withPassword(credentials: Credentials & { preSession: PreSession }): Promise<SignedIn | null>;
  /** Checks the password and a one-time or recovery code, once each. Also throws `wrong_second_factor` and `second_factor_unreadable`. */
  withCode(credentials: Credentials & { code: string }): Promise<SignedIn>;
}

interface SignInDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly csrf: Csrf;
  readonly sessions: Sessions;
  readonly throttle: Throttle;
  readonly codeThrottle: Throttle;
  readonly withGuessNotice: WithGuessNotice;
}

export function createSignIn({ store, clock, secret, csrf, sessions, throttle, codeThrottle, withGuessNotice }: SignInDeps): SignIn {
  const accountBehind = async ({ email, password, address }: Credentials): Promise<Account | Verdict<never>> => {
    const account = await findAccount(store.reading, email.trim().toLowerCase());
    const fits = await verifyPassword(password, account?.passwordHash ?? null, networkOf(address));
    // An attempt at an unknown account is no guess: a flood of invented addresses does not lock a hall.
    return fits && account ? account : wrong(new Refusal('wrong_credentials'), account === null);
  };
  const attempt = (
    { email, address, device }: Credentials,
    evaluate: () => Promise<Verdict<Account>>,
    alongside?: AttemptOptions['alongside'],
  ): Promise<Account> => throttle.attempt(email, address, evaluate, { device, alongside });
  const open = (provedBy: Account, { userAgent, language }: Credentials) => sessions.open(provedBy.id, { provedBy, userAgent, language });

  /** Uses up the code. The own row of the person changes with a recovery code, because other devices show how many are left. */
  const isSpent = (account: Account, code: string): Promise<boolean> => {
    const { id } = account;
    const now = clock.now();
    const spend = (trx: WriteHandle): Promise<boolean> => spendCode(trx, account, code, { now, secret });
    if (isOneTimeCode(code)) return store.write([], spend);
    return store.write([scopeOf.user(id)], (trx) => changeOwnRow(trx, id, now, () => spend(trx)));
  };

  const checkOneTimeCode = async (account: Account, code: string): Promise<Verdict<void>> =>
    isOneTimeCode(code) && (await isSpent(account, code))
      ? { outcome: 'correct', value: undefined }
      : wrong(new Refusal('wrong_second_factor'));

  /** Throws `wrong_second_factor`, or `too_many_requests` and notifies the person, because the password was right. */
  const proveCode = (account: Account, { email, address, device, code }: Credentials & { code: string }): Promise<void> =>
    withGuessNotice('second-factor-guessed', account.id, () =>
      codeThrottle.attempt<void>(email, address, () => checkOneTimeCode(account, code), { device }),
    );

  return {
    async withPassword(credentials) {
      const evaluate = async (): Promise<Verdict<Account>> => {
        const known = await accountBehind(credentials);
        if ('outcome' in known) return known;
        return { outcome: known.totpSecret === null ? 'correct' : 'incomplete', value: known };
      };
      const account = await attempt(credentials, evaluate, (trx) => csrf.spend(trx, credentials.preSession));
      return account.totpSecret === null ? open(account, credentials) : null;
    },

    async withCode(credentials) {
      const { code } = credentials;
      const account = await attempt(credentials, async () => {
        const known = await accountBehind(credentials);
        if ('outcome' in known) return known;
        // Recovery codes cannot be guessed, so a right one is never refused because of guesses.
        const isRecovered = !isOneTimeCode(code) && (await isSpent(known, code));
        // Has its own throttle: strangers who guess the password do not use up the owner's tries at the code.
        if (!isRecovered) await proveCode(known, credentials);
        return { outcome: 'correct', value: known };
      });
      return open(account, credentials);
    },
  };
}
