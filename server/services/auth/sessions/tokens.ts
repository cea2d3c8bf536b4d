import { errors, jwtVerify, SignJWT } from 'jose';
import { times } from '../../../../contract/times.ts';
import type { Secret } from '../secret.ts';
import { BoundedMap } from '../../../lib/bounded-map.ts';

/** What a bearer token says. It is only a pointer: whether the session still lives is asked of the database at every request. */
export interface AccessClaims {
  readonly userId: number;
  readonly sessionId: string;
  /** Of the refresh secret that it came with; null in a token of a server that did not say it yet. */
  readonly generation: number | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Signs a bearer token (JWT, RFC 7519, HS256). */
export function issueAccessToken(secret: Secret, claims: AccessClaims): Promise<string> {
  return new SignJWT({ sid: claims.sessionId, gen: claims.generation })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(claims.userId))
    .setExpirationTime(Math.floor(claims.expiresAt / times.second))
    .sign(secret('access-token'));
}

/** Whose token this is if it is ours, however long it has been over; null for any other. */
export async function holderOf(secret: Secret, token: string): Promise<number | null> {
  return (await verifyAccessToken(secret, token, 0))?.userId ?? null;
}

/** Tokens remembered: what one says never changes, and to check its signature at each request took a fifth of a small answer's time. */
const remembered = 5_000;

/** Gives the claims of a token that is ours and not expired at `now` (ms), or null. */
export type ReadToken = (token: string, now: number) => Promise<AccessClaims | null>;

export function createTokenReader(secret: Secret): ReadToken {
  const known = new BoundedMap<string, AccessClaims>(remembered);
  return async (token, now) => {
    const claims = known.get(token) ?? (await verifyAccessToken(secret, token, now));
    if (!claims) return null;
    known.delete(token);
    if (claims.expiresAt <= now) return null;
    known.set(token, claims);
    return claims;
  };
}

async function verifyAccessToken(secret: Secret, token: string, now: number): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, secret('access-token'), {
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'sid', 'exp'],
      currentDate: new Date(now),
    });
    const generation = typeof payload['gen'] === 'number' ? payload['gen'] : null;
    return { userId: Number(payload.sub), sessionId: String(payload['sid']), generation, expiresAt: Number(payload.exp) * times.second };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
