import type { Language } from '#contract/languages.ts';
import { sqlOf, type WriteHandle } from '../core/handles.ts';

/** A text in each language; the language of the device is read when the push is sent. */
export type Messages = Readonly<Record<Language, string>>;

/** A device that receives pushes; keys in base64url. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly userId: number;
  readonly sessionId: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly language: Language;
}

/** The maximum per user; the oldest is deleted. */
export const devicesPerPerson = 20;

/**
 * Stores a device: one per session, each endpoint once. An endpoint that another user had moves to the new user, and pushes pending for the
 * former one are deleted. `now` is in milliseconds since the epoch.
 */
export async function saveSubscription(
  trx: WriteHandle,
  subscription: PushSubscription,
  now: number,
  most = devicesPerPerson,
): Promise<void> {
  const { endpoint, userId, sessionId, p256dh, auth, language } = subscription;
  const host = URL.parse(endpoint)?.host ?? '';
  await sqlOf(trx)
    .deleteFrom('push_subscriptions')
    .where((is) =>
      is.or([
        is.and([is('endpoint', '=', endpoint), is('user_id', '!=', userId)]),
        is.and([is('session_id', '=', sessionId), is('endpoint', '!=', endpoint)]),
      ]),
    )
    .execute();
  await sqlOf(trx)
    .insertInto('push_subscriptions')
    .values({ endpoint, host, user_id: userId, session_id: sessionId, p256dh, auth, language, created_at: now })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ session_id: sessionId, p256dh, auth, language }))
    .execute();
  const surplus = sqlOf(trx)
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .offset(most)
    .limit(1_000_000);
  await sqlOf(trx).deleteFrom('push_subscriptions').where('id', 'in', surplus).execute();
}

export async function deleteSubscription(trx: WriteHandle, { endpoint, userId }: { endpoint: string; userId: number }): Promise<void> {
  await sqlOf(trx).deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).where('user_id', '=', userId).execute();
}

export async function deleteSubscriptionsOfSession(trx: WriteHandle, sessionId: string): Promise<void> {
  await sqlOf(trx).deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute();
}
