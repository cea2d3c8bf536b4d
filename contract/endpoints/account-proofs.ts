import { changePassword, resetPassword, revertAddress, useNewAddress, verifyEmail, type Endpoint } from './core.ts';
import { beginSecondFactor, renewRecoveryCodes, turnOffSecondFactor } from './second-factor.ts';

interface ProvedCall {
  readonly opens: 'address' | 'password' | 'second factor';
  readonly call: Endpoint;
  /** The fields that prove the identity of the caller: a password, a code, or the token of a mailed link. */
  readonly proof: readonly string[];
}

/**
 * Every call that changes how an account is opened. A session alone is not enough: a stolen access token must not take over the account. A
 * test calls each without its proof.
 */
export const provedCalls: readonly ProvedCall[] = [
  { opens: 'address', call: useNewAddress, proof: ['password'] },
  { opens: 'address', call: verifyEmail, proof: ['token'] },
  { opens: 'address', call: revertAddress, proof: ['token'] },
  { opens: 'password', call: changePassword, proof: ['oldPassword'] },
  { opens: 'password', call: resetPassword, proof: ['token'] },
  { opens: 'second factor', call: beginSecondFactor, proof: ['password'] },
  { opens: 'second factor', call: turnOffSecondFactor, proof: ['password', 'code'] },
  { opens: 'second factor', call: renewRecoveryCodes, proof: ['password', 'code'] },
];
