import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endSessions, makeResetLink } from '#contract/endpoints/admin-users.ts';
import { signOutDevice, signOutOthers } from '#contract/endpoints/devices.ts';
import { changePassword, login, logout, register, resetPassword, revertAddress, tfa } from '#contract/endpoints/core.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { renewRecoveryCodes, turnOffSecondFactor, turnOnSecondFactor } from '#contract/endpoints/second-factor.ts';
import type { SecurityKind, SecurityLog, SecurityNote } from '#server/services/security/security-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Facts from a route for the security log: the account of a request without a caller, another kind, or an additional kind. */
    securityNote: (Partial<Pick<SecurityNote, 'kind' | 'userId' | 'email'>> & { readonly also?: SecurityKind }) | null;
  }
}

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`;

export const securityRoutes: Readonly<Record<string, SecurityKind>> = {
  [nameOf(login)]: 'signed_in',
  [nameOf(tfa)]: 'signed_in',
  [nameOf(logout)]: 'signed_out',
  [nameOf(register)]: 'account_created',
  [nameOf(signOutDevice)]: 'session_revoked',
  [nameOf(signOutOthers)]: 'session_revoked',
  [nameOf(changePassword)]: 'password_changed',
  [nameOf(resetPassword)]: 'password_changed',
  [nameOf(revertAddress)]: 'address_reverted',
  [nameOf(turnOnSecondFactor)]: 'second_factor_on',
  [nameOf(turnOffSecondFactor)]: 'second_factor_off',
  [nameOf(renewRecoveryCodes)]: 'recovery_codes_renewed',
  [nameOf(makeResetLink)]: 'reset_link_made',
  [nameOf(endSessions)]: 'session_revoked',
};

const failures: Partial<Record<ErrorCode, SecurityKind>> = {
  wrong_credentials: 'proof_failed',
  wrong_password: 'proof_failed',
  wrong_second_factor: 'proof_failed',
};

/** Writes security notes for requests that changed accounts, and for refused proofs and tokens. */
export function logSecurityEvents(app: FastifyInstance, securityLog: SecurityLog): void {
  app.decorateRequest('securityNote', null);
  app.addHook('onResponse', (request, reply, done) => {
    const isRefused = request.refusalCode !== null;
    const kind = request.securityNote?.kind ?? (isRefused ? kindOfRefusal(request) : kindOfSuccess(request, reply));
    const userId = request.securityNote?.userId ?? request.caller?.userId ?? null;
    const email = userId !== null ? null : (request.securityNote?.email ?? (isRefused ? emailIn(request.body) : null));
    // The first of two steps succeeded without opening an account.
    const isOfNobody = !isRefused && userId === null && email === null;
    const kinds = isOfNobody ? [] : [kind, request.securityNote?.also];
    for (const each of kinds)
      if (each !== undefined) securityLog.note({ kind: each, userId, email, address: request.ip, requestId: request.id });
    done();
  });
}

function kindOfSuccess({ method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): SecurityKind | undefined {
  return statusCode < 300 ? securityRoutes[`${method} ${routeOptions.url}`] : undefined;
}

function kindOfRefusal({ refusalCode, routeOptions, headers }: FastifyRequest): SecurityKind | undefined {
  if (refusalCode === 'too_many_requests') return routeOptions.url?.startsWith('/api/users/') ? 'locked_out' : undefined;
  const isPresented = headers.authorization !== undefined || headers.cookie?.includes('refresh=') === true;
  if (refusalCode === 'unauthenticated') return isPresented ? 'token_refused' : undefined;
  return failures[refusalCode!];
}

function emailIn(body: unknown): string | null {
  const { email, username } = (body ?? {}) as { readonly email?: unknown; readonly username?: unknown };
  return [email, username].find((value) => typeof value === 'string') ?? null;
}
