import type { Database, PushSubscriptionsTable, Trx } from '../engine/schema.ts';
import { untilUnlocked } from '../engine/until-unlocked.ts';

export type Language = PushSubscriptionsTable['language'];

/** A message in each language: which one a device reads is looked at when it is sent. */
export type Messages = Readonly<Record<Language, string>>;

/** A device that takes pushes; keys in base64url. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly userId: number;
  readonly sessionId: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly language: Language;
}

/** Devices of one person; beyond it the oldest goes. */
const devicesPerPerson = 20;

/**
 * Keeps a device: one for each session, and each endpoint once. A phone that was passed on is its new owner's from now on, and what waited
 * for the former one is forgotten. `now` is in milliseconds since the epoch.
 */
export async function saveSubscription(db: Database, subscription: PushSubscription, now: number): Promise<void> {
  await untilUnlocked(() => db.transaction().execute((trx) => save(trx, subscription, now)));
}

async function save(trx: Trx, subscription: PushSubscription, now: number): Promise<void> {
  const { endpoint, userId, sessionId, p256dh, auth, language } = subscription;
  await trx
    .deleteFrom('push_subscriptions')
    .where((is) =>
      is.or([
        is.and([is('endpoint', '=', endpoint), is('user_id', '!=', userId)]),
        is.and([is('session_id', '=', sessionId), is('endpoint', '!=', endpoint)]),
      ]),
    )
    .execute();
  await trx
    .insertInto('push_subscriptions')
    .values({ endpoint, user_id: userId, session_id: sessionId, p256dh, auth, language, created_at: now })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ session_id: sessionId, p256dh, auth, language }))
    .execute();
  const surplus = trx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .offset(devicesPerPerson)
    .limit(1_000_000);
  await trx.deleteFrom('push_subscriptions').where('id', 'in', surplus).execute();
}

export async function deleteSubscription(db: Database, { endpoint, userId }: { endpoint: string; userId: number }): Promise<void> {
  const deletion = db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).where('user_id', '=', userId);
  await untilUnlocked(() => deletion.execute());
}

/** The session is over: nothing more goes to its device. Within the transaction that ends it. */
export async function deleteSubscriptionsOfSession(trx: Trx, sessionId: string): Promise<void> {
  await trx.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute();
}
