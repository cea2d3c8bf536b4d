import { errors, jwtVerify, SignJWT } from 'jose';
import { times } from '#contract/times.ts';
import type { Secret } from '../secret.ts';
import { BoundedMap } from '#server/lib/bounded-map.ts';

/** The claims of a bearer token. They only point to the session, which is checked at every request. */
export interface AccessClaims {
  readonly userId: number;
  readonly sessionId: string;
  /** The generation of the refresh secret that it came with; null in tokens of earlier versions. */
  readonly generation: number | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export function issueAccessToken(secret: Secret, claims: AccessClaims): Promise<string> {
  return new SignJWT({ sid: claims.sessionId, gen: claims.generation })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(claims.userId))
    .setExpirationTime(Math.floor(claims.expiresAt / times.second))
    .sign(secret('access-token'));
}

/** Returns the person of a token of this server, even an expired one; null for any other. */
export async function holderOf(secret: Secret, token: string): Promise<number | null> {
  return (await verifyAccessToken(secret, token, 0))?.userId ?? null;
}

/** Cached tokens: claims never change, and to verify a signature took a fifth of the time of a small answer. */
const remembered = 5_000;

/** Returns the claims of a valid token that is not expired at `now` (ms), or null. */
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
