import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Refusal } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { times } from '#contract/times.ts';
import { accountLock } from '#server/store/accounts/account-lock.ts';
import { type Account, readAccount } from '#server/store/accounts/accounts.ts';
import { noteLanguage } from '#server/store/accounts/recipients.ts';
import {
  deleteEndedSessions,
  findSession,
  handOutAgain,
  insertSession,
  noteUse,
  revokeSession,
  rotateSession,
  type Session,
  type Unsettled,
} from '#server/store/accounts/sessions.ts';
import type { Store } from '#server/store/store.ts';
import type { Config } from '#server/config.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { timingSafeEqualTexts } from '#server/lib/timing-safe-equal.ts';
import { deviceNameOf } from './device-name.ts';
import type { Secret } from '../secret.ts';
import { issueAccessToken } from './tokens.ts';

/**
 *   open ─► current ──refresh──► its successor is current, it is the predecessor
 *                                   ├─ predecessor again ─► the same successor (a lost answer, parallel tabs, a phone that died)
 *                                   ├─ current again, too soon to be on a disk ─► the same current
 *                                   ├─ current, or a token that came with it, used later ─► the predecessor ends
 *                                   └─ anything older ─► `CookieReplaced` with a mark; again with the mark ─► stolen: the session is revoked
 *
 * A cookie may be lost before a browser writes it to its disk; only a use after `settling` proves that it is stored. A frozen process may
 * execute an old request late, so an old cookie alone proves no theft; the same cookie with the mark does (decision 7). A session ends
 * `sessionDays` after it was opened, and `sessionIdleDays` after its last refresh.
 */
export interface Sessions {
  /** Throws `wrong_credentials` if the password or second factor of the account changed since `provedBy` was read. */
  open(userId: number, entry?: OpenOptions): Promise<SignedIn>;
  /** Throws `unauthenticated` for an invalid cookie, and `CookieReplaced` for a cookie that the device has replaced. */
  refresh(cookie: string | undefined, more?: RefreshOptions): Promise<SignedIn>;
  /** Returns the person of a cookie with an open session, or null. Rotates nothing. */
  ownerOf(cookie: string | undefined): Promise<number | null>;
  closeByCookie(cookie: string | undefined): Promise<void>;
  /** Notes in the background that a token of the current generation was used, which may end the predecessor. */
  noteUse(sessionId: string, current: Unsettled): void;
  close(session: Pick<Caller, 'sessionId' | 'userId'>): Promise<void>;
}

interface RefreshOptions {
  /** Names a session that has no name yet. */
  readonly userAgent?: string | undefined;
  /** The mark of the last `CookieReplaced` that the device received. */
  readonly mark?: string | undefined;
}

/** A temporary refusal with a mark that the device sends along with its next request. */
export class CookieReplaced extends Refusal {
  readonly mark: string;

  constructor(mark: string) {
    super('unavailable', { retryAfter: 1 });
    this.mark = mark;
  }
}

/** Only a thief, or the victim of one, still has this cookie: the session was revoked. */
export class CookieReused extends Refusal {
  readonly userId: number;

  constructor(userId: number) {
    super('unauthenticated');
    this.userId = userId;
  }
}

interface OpenOptions {
  readonly provedBy?: Account;
  /** The `User-Agent` (RFC 9110, section 10.1.5); only the name of the device is stored. */
  readonly userAgent?: string | undefined;
  /** The language of the device, in which the person receives mails. */
  readonly language?: Language;
}

export interface SignedIn {
  readonly userId: number;
  readonly sessionId: string;
  readonly token: string;
  /** The lifetime of the token in seconds. */
  readonly expiresIn: number;
  readonly cookie: string;
  /** The lifetime of the cookie in seconds. */
  readonly cookieMaxAge: number;
}

/** Bytes of the random half of a refresh secret, and of its tag. */
const halfLength = 16;

/** The time (ms) after which a running browser has a cookie on its disk: Chromium takes up to half a minute. */
const settling = times.minute;

/** How often a replaced cookie is accepted although its successor was used: a crash may lose that one. A thief gains as many minutes. */
const maxReturns = 20;

interface SessionDeps {
  readonly config: Pick<Config, 'accessTokenMinutes' | 'sessionDays' | 'sessionIdleDays'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
}

export function createSessions({ config, store, clock, secret }: SessionDeps): Sessions {
  const revoke = (session: Pick<Session, 'id' | 'userId'>): Promise<void> =>
    store.write([accountLock(session.userId)], (trx) => revokeSession(trx, session, clock.now()));

  /** Returns when a session ends if it is not used again (ms). */
  const endOf = (createdAt: number, now: number): number =>
    Math.min(createdAt + config.sessionDays * times.day, now + config.sessionIdleDays * times.day);

  const signedIn = async (
    session: Pick<Session, 'id' | 'userId' | 'generation' | 'expiresAt'>,
    refreshSecret: string,
  ): Promise<SignedIn> => {
    const now = clock.now();
    const expiresAt = Math.min(now + config.accessTokenMinutes * times.minute, session.expiresAt);
    return {
      userId: session.userId,
      sessionId: session.id,
      token: await issueAccessToken(secret, { userId: session.userId, sessionId: session.id, generation: session.generation, expiresAt }),
      expiresIn: Math.floor((expiresAt - now) / times.second),
      cookie: `${session.id}.${refreshSecret}`,
      cookieMaxAge: Math.floor((session.expiresAt - now) / times.second),
    };
  };

  const keyed = (text: string): Buffer => createHmac('sha256', secret('refresh')).update(text).digest();

  /** Half of a refresh secret is a tag, which distinguishes an old secret from one that was invented for the id of a session. */
  const tagged = (sessionId: string, half: Buffer): string =>
    Buffer.concat([half, keyed(`tag ${sessionId}.${half.toString('base64url')}`).subarray(0, halfLength)]).toString('base64url');

  const isTagged = (sessionId: string, refreshSecret: string): boolean =>
    timingSafeEqualTexts(tagged(sessionId, Buffer.from(refreshSecret, 'base64url').subarray(0, halfLength)), refreshSecret);

  /** Derived, not drawn, so that parallel refreshes with one predecessor get the same successor. */
  const successorOf = (sessionId: string, refreshSecret: string): string =>
    tagged(sessionId, keyed(`${sessionId}.${refreshSecret}`).subarray(0, halfLength));

  /** The derivation of versions without tags, whose cookies may still be in transit. */
  const formerSuccessorOf = (sessionId: string, refreshSecret: string): string =>
    keyed(`${sessionId}.${refreshSecret}`).toString('base64url');

  const isAlive = (session: Session | null): session is Session =>
    session !== null && session.revokedAt === null && session.expiresAt > clock.now();

  const isKept = ({ handedOutAt }: Pick<Session, 'handedOutAt'>) => clock.now() - handedOutAt > settling;
  const noting = new Set<string>();

  const sessionBehind = async (cookie: string | undefined): Promise<Session | null> => {
    const presented = parse(cookie);
    const session = presented && (await findSession(store.reading, presented.sessionId));
    if (!session) return null;
    const known = [session.currentHash, session.previousHash].some(
      (known) => known !== null && timingSafeEqualTexts(known, hash(presented.secret)),
    );
    return known ? session : null;
  };

  return {
    async open(userId, { provedBy, userAgent, language } = {}) {
      const now = clock.now();
      const id = randomUUID();
      const refreshSecret = tagged(id, randomBytes(halfLength));
      const session = {
        id,
        userId,
        deviceName: deviceNameOf(userAgent),
        currentHash: hash(refreshSecret),
        generation: 0,
        createdAt: now,
        expiresAt: endOf(now, now),
      };
      await store.write([accountLock(userId)], async (trx) => {
        if (provedBy && !opens(provedBy, await readAccount(trx, userId))) throw new Refusal('wrong_credentials');
        await deleteEndedSessions(trx, userId, now);
        await insertSession(trx, session);
        if (language) await noteLanguage(trx, userId, language);
      });
      return signedIn(session, refreshSecret);
    },

    async refresh(cookie, { userAgent, mark } = {}) {
      const presented = parse(cookie);
      if (!presented) throw new Refusal('unauthenticated');
      const successor = successorOf(presented.sessionId, presented.secret);
      const presentedHash = hash(presented.secret);

      const session = await findSession(store.reading, presented.sessionId);
      if (!isAlive(session)) throw new Refusal('unauthenticated');
      const { id, generation } = session;
      if (timingSafeEqualTexts(session.currentHash, presentedHash)) {
        // The disk may still hold the predecessor, so the current secret must not become a predecessor yet.
        if (session.previousHash !== null && !isKept(session)) {
          await store.write([], (trx) => noteUse(trx, { ...session, isKept: false }));
          return signedIn(session, presented.secret);
        }
        const deviceName = deviceNameOf(userAgent);
        const now = clock.now();
        const expiresAt = endOf(session.createdAt, now);
        const rotation = { id, deviceName, fromHash: session.currentHash, toHash: hash(successor), now, expiresAt };
        if (await store.write([], (trx) => rotateSession(trx, rotation)))
          return signedIn({ ...session, generation: generation + 1, expiresAt }, successor);
        // Another request was faster and derived the same successor.
      }
      const known = await findSession(store.reading, id);
      if (!isAlive(known)) throw new Refusal('unauthenticated');
      const handOut = { id, previousHash: presentedHash, now: clock.now(), maxReturns };
      const current = [successor, formerSuccessorOf(id, presented.secret)].find((one) =>
        timingSafeEqualTexts(hash(one), known.currentHash),
      );
      if (current !== undefined && (await store.write([], (trx) => handOutAgain(trx, handOut)))) return signedIn(known, current);
      // Without this check, the id of a session would be enough to end it.
      if (!isTagged(id, presented.secret)) throw new Refusal('unauthenticated');
      if (mark === undefined || !timingSafeEqualTexts(mark, presentedHash)) throw new CookieReplaced(presentedHash);
      await revoke(session);
      throw new CookieReused(session.userId);
    },

    async ownerOf(cookie) {
      const session = await sessionBehind(cookie);
      return isAlive(session) ? session.userId : null;
    },

    async closeByCookie(cookie) {
      const session = await sessionBehind(cookie);
      if (session) await revoke(session);
    },

    noteUse(id, current) {
      const isProved = isKept(current);
      if (noting.has(id) || (current.isUsed && !isProved)) return;
      noting.add(id);
      store
        .write([], (trx) => noteUse(trx, { ...current, id, isKept: isProved }))
        // A failure does not matter, because the next use notes the same.
        .catch(() => undefined)
        .finally(() => noting.delete(id));
    },

    close: ({ sessionId: id, userId }) => revoke({ id, userId }),
  };
}

/** Returns whether the proof of the earlier account suffices for the account as it is now. */
function opens({ passwordHash, totpSecret }: Account, now: Account | null): boolean {
  return now?.passwordHash === passwordHash && (now.totpSecret === null || now.totpSecret === totpSecret);
}

function parse(cookie: string | undefined): { sessionId: string; secret: string } | null {
  const [, sessionId, secret] = /^([\da-f-]{36})\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
  return sessionId && secret ? { sessionId, secret } : null;
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
