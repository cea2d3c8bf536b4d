import { systemClock } from '#server/lib/clock.ts';
import { demoLogins } from '#server/demo/story/people.ts';
import type { Config } from '#server/config.ts';
import { loadKeys } from '#server/ops/keys.ts';
import { createSessions } from '#server/services/auth/sessions/sessions.ts';
import { insertMembership } from '#server/store/repositories/events/memberships.ts';
import { saveSubscription } from '#server/store/push/push-subscriptions.ts';
import { insertAccount } from '#server/store/accounts/accounts.ts';
import type { ServerProcess } from '../server-process.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { dynamicScopes, type Store } from '#server/store/store.ts';

/** A member of the event: `email` and `password` sign in, `token` is a bearer token of their open session. */
export interface Member {
  readonly sessionId: string;
  readonly userId: number;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** Adds `count` new members directly to the database. They share one password hash, which costs as much to verify as any. */
export async function gather(store: Store, config: Config, eventId: number, count: number): Promise<Member[]> {
  const { email, password } = demoLogins[0]!;
  const like = await sqlOf(store.reading).selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow();
  const { secret } = await loadKeys(config, store);
  const sessions = createSessions({ config, store, clock: systemClock, secret });
  const emails = Array.from({ length: count }, (_, index) => `visitor-${index}@demo.example`);
  const ids = await store.write(dynamicScopes(), async (trx) => {
    const made: number[] = [];
    for (const one of emails) {
      const account = { email: one, passwordHash: like.password_hash, activeEventId: eventId, now: systemClock.now() };
      const id = await insertAccount(trx, account);
      if (id === null) throw new Error(`${one} is there already`);
      await insertMembership(trx, id, eventId);
      made.push(id);
    }
    return made;
  });
  const members: Member[] = [];
  for (const [index, id] of ids.entries()) {
    const { sessionId, token } = await sessions.open(id);
    members.push({ userId: id, email: emails[index]!, password, sessionId, token });
  }
  return members;
}

/** Adds a push subscription for each member directly to the database, because no push service exists. */
export async function subscribeDevices({ store }: ServerProcess, members: readonly Member[]): Promise<void> {
  await store.write([], async (trx) => {
    for (const { userId, sessionId } of members) {
      const device = { endpoint: `https://push.example/${userId}`, p256dh: '', auth: '', language: 'de' } as const;
      await saveSubscription(trx, { ...device, userId, sessionId }, systemClock.now());
    }
  });
}
