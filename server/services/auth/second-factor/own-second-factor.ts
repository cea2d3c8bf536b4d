import { randomUUID } from 'node:crypto';
import type { SecondFactorSetup } from '#contract/endpoints/second-factor.ts';
import { Refusal } from '#contract/errors.ts';
import { type Actor, isAdminAnywhere } from '#contract/roles.ts';
import { times } from '#contract/times.ts';
import { scopeOf } from '#contract/scope.ts';
import { type OwnAccount, readAccount, spendTotpStep } from '#server/store/accounts/accounts.ts';
import {
  confirmSetup,
  deleteSecondFactor,
  deleteSetup,
  findSetup,
  insertSetup,
  replaceRecoveryCodes,
} from '#server/store/accounts/second-factor.ts';
import type { Store, WriteHandle } from '#server/store/store.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { OwnPassword } from '../password/own-password.ts';
import { drawRecoveryCodes } from './recovery-codes.ts';
import { newSecret, stepOf } from './second-factor.ts';
import { changeOwnRow, spendCode, spendOneTimeCode } from './spend-code.ts';
import type { Secret } from '../secret.ts';
import { notifyOwner } from '../owner-notices.ts';
import { wrong } from '../throttle.ts';
import { writeAs } from '../write-as.ts';
import { unwrap, wrap } from './wrapped-secret.ts';

/** How long (ms) after its beginning a setup can be completed. */
export const setupLife = 15 * times.minute;

interface Proof {
  readonly password: string;
  readonly code: string;
}

/**
 *   off ──begin (password)──► begun ──turn on (code)──► on, with ten recovery codes ──turn off (password and code)──► off
 *                               └─ begun again, or 15 minutes later: over
 *
 * Methods with a password throw `wrong_password`, methods with a code `wrong_second_factor`, and both `too_many_requests` if the session
 * has guessed too often.
 */
export interface OwnSecondFactor {
  /** Throws `second_factor_on`. */
  begin(caller: Caller, password: string, address: string): Promise<SecondFactorSetup>;
  /** Returns the recovery codes; throws `setup_over`. The code is not throttled: a caller with the name of the setup has its secret. */
  turnOn(caller: Caller, setup: { setup: string; code: string }): Promise<readonly string[]>;
  /** Throws `second_factor_kept` for an admin if the installation requires the factor. */
  turnOff(caller: Caller, proof: Proof, address: string): Promise<void>;
  /** Replaces the recovery codes in exchange for a one-time code; throws `second_factor_off`. */
  renewRecoveryCodes(caller: Caller, proof: Proof, address: string): Promise<readonly string[]>;
}

interface OwnSecondFactorDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly ownPassword: OwnPassword;
  readonly onMail: () => void;
}

export function createOwnSecondFactor(deps: OwnSecondFactorDeps): OwnSecondFactor {
  const { clock, secret, ownPassword, onMail } = deps;

  /** Changes the caller's second factor and their own row, which mirrors it. Returns false if `work` changed nothing. */
  const change = (caller: Caller, work: (trx: WriteHandle, now: number, actor: Actor) => Promise<boolean>): Promise<boolean> => {
    const { userId } = caller;
    const now = clock.now();
    return writeAs(deps, caller, [scopeOf.user(userId)], (trx, actor) => changeOwnRow(trx, userId, now, () => work(trx, now, actor)));
  };

  /** Changes the second factor after password and code, which are one attempt: the right password does not clear guesses at the code. */
  const changeProved = (
    caller: Caller,
    { password }: Proof,
    address: string,
    { ifOff, work }: { ifOff: () => void; work: (trx: WriteHandle, account: OwnAccount, now: number, actor: Actor) => Promise<boolean> },
  ): Promise<void> =>
    ownPassword.attempt<void>(caller, password, address, async (account) => {
      if (account.totpSecret === null) ifOff();
      else if (!(await change(caller, (trx, now, actor) => work(trx, account, now, actor))))
        return wrong(new Refusal('wrong_second_factor'));
      return { outcome: 'correct', value: undefined };
    });

  return {
    async begin(caller, password, address) {
      await ownPassword.prove(caller, password, address);
      const { userId } = caller;
      const setup = { id: randomUUID(), begunAt: clock.now() };
      return writeAs(deps, caller, [], async (trx) => {
        const account = await readAccount(trx, userId);
        if (!account) throw new Refusal('unauthenticated');
        if (account.totpSecret !== null) throw new Refusal('second_factor_on');
        const made = newSecret(account.email);
        await insertSetup(trx, userId, { ...setup, secret: wrap(secret, userId, made.secret) });
        return { setup: setup.id, ...made };
      });
    },

    async turnOn(caller, { setup, code }) {
      const { userId } = caller;
      const { codes, hashes } = drawRecoveryCodes();
      await change(caller, async (trx, now) => {
        const begun = await findSetup(trx, userId);
        if (begun?.id !== setup || now - begun.begunAt >= setupLife) throw new Refusal('setup_over');
        const { secret: stored, confirmedStep } = begun;
        const step = stepOf(code, unwrap(secret, userId, stored), now);
        if (step === null) throw new Refusal('wrong_second_factor');
        if (confirmedStep === null) {
          await confirmSetup(trx, userId, { secret: stored, step });
          await notifyOwner(trx, 'second-factor-on', userId, now);
        }
        // A client that lost the answer repeats the request with the same code, or with a new one when that has expired.
        if (confirmedStep !== null && step !== confirmedStep && !(await spendTotpStep(trx, { userId, secret: stored, step })))
          throw new Refusal('wrong_second_factor');
        await replaceRecoveryCodes(trx, userId, hashes);
        return true;
      });
      onMail();
      return codes;
    },

    async turnOff(caller, proof, address) {
      await changeProved(caller, proof, address, {
        // A client that lost the answer repeats the request: then the factor is already off.
        ifOff: () => undefined,
        async work(trx, account, now, actor) {
          if (caller.adminsNeedFactor && isAdminAnywhere(actor)) throw new Refusal('second_factor_kept');
          if (!(await spendCode(trx, account, proof.code, { now, secret }))) return false;
          await deleteSecondFactor(trx, account.id);
          await notifyOwner(trx, 'second-factor-off', account.id, now);
          return true;
        },
      });
      onMail();
    },

    async renewRecoveryCodes(caller, proof, address) {
      const { codes, hashes } = drawRecoveryCodes();
      await changeProved(caller, proof, address, {
        ifOff() {
          throw new Refusal('second_factor_off');
        },
        async work(trx, account, now) {
          if (!(await spendOneTimeCode(trx, account, proof.code, { now, secret }))) return false;
          await replaceRecoveryCodes(trx, account.id, hashes);
          // Otherwise a repeated `turnOn` could replace the new codes.
          await deleteSetup(trx, account.id);
          return true;
        },
      });
      return codes;
    },
  };
}
