import { sql } from 'kysely';
import { times } from '../../../contract/times.ts';
import type { NotificationSetting } from '../../../contract/resources/notifications.ts';
import type { Messages } from './push-subscriptions.ts';
import { chunksOf } from '../core/chunks.ts';
import { largerOf, pairsOf } from '../core/dialect.ts';
import { sqlOf, type Writing } from '../core/handles.ts';

/** A device hears of one topic at most this often (ms), however much happens. */
const atMostEvery = 5 * times.minute;

/** News of one kind in one event, for the devices to which the same is the latest of them. */
export interface News {
  readonly eventId: number;
  readonly setting: NotificationSetting;
  /** What such news have in common: those that wait for a device are told together. */
  readonly topic: string;
  /** The devices, each with how many news it is told of. */
  readonly devices: readonly (readonly [id: number, count: number])[];
  /** For one, and for several: `{{count}}` in it is how many. */
  readonly payload: Messages;
  readonly payloadOfMany: Messages;
  /** The row that `payload` tells of, as `posts:0192…`, who made it, and when (ms since the epoch). */
  readonly rowKey: string;
  readonly authorId: number;
  readonly createdAt: number;
}

/** Adds news to the messages that wait for these devices, or makes new ones. `now` is in ms since the epoch. */
export async function insertNews(trx: Writing, news: News, now: number): Promise<void> {
  const devices = JSON.stringify(news.devices);
  const told = pairsOf<{ device_id: number; count: number }>(sqlOf(trx), devices, ['number', 'number'], ['device_id', 'count']).as('told');
  await sqlOf(trx)
    .updateTable('push_jobs as job')
    .from(told)
    // It is as young as the latest that it tells of.
    .set((is) => ({ count: is('job.count', '+', is.ref('told.count')), created_at: news.createdAt }))
    .where('job.topic', '=', news.topic)
    .where('job.state', '=', 'waiting')
    .whereRef('job.subscription_id', '=', 'told.device_id')
    .execute();
  const waiting = sql<boolean>`not exists (
    select 1 from push_jobs as job where job.topic = ${news.topic} and job.subscription_id = told.device_id and job.state = 'waiting')`;
  const notBefore = sql<number>`coalesce((
    select max(job.next_at) from push_jobs as job where job.topic = ${news.topic} and job.subscription_id = told.device_id), 0) + ${atMostEvery}`;
  const nextAt = largerOf(sql<number>`${now}`, notBefore);
  await sqlOf(trx)
    .insertInto('push_jobs')
    .columns([
      'subscription_id',
      'event_id',
      'setting',
      'subject',
      'topic',
      'count',
      'payload',
      'payload_of_many',
      'row_key',
      'author_id',
      'state',
      'attempts',
      'next_at',
      'created_at',
    ])
    .expression(
      sqlOf(trx)
        .selectFrom(told)
        .select((is) => [
          'told.device_id',
          is.val(news.eventId).as('event_id'),
          is.val(news.setting).as('setting'),
          is.val(news.rowKey).as('subject'),
          is.val(news.topic).as('topic'),
          'told.count',
          is.val(JSON.stringify(news.payload)).as('payload'),
          is.val(JSON.stringify(news.payloadOfMany)).as('payload_of_many'),
          is.val(news.rowKey).as('row_key'),
          is.val(news.authorId).as('author_id'),
          is.val('waiting' as const).as('state'),
          is.lit(0).as('attempts'),
          nextAt.as('next_at'),
          is.val(news.createdAt).as('created_at'),
        ])
        .where(waiting),
    )
    .onConflict((conflict) => conflict.columns(['subscription_id', 'subject']).doNothing())
    .execute();
}

/** What tells of one row that is gone is not told, or not again if it is on its way; what tells of several stays, since it says nothing of any. */
export async function deleteNewsOf(trx: Writing, rowKeys: readonly string[]): Promise<void> {
  for (const chunk of chunksOf(rowKeys)) {
    await sqlOf(trx)
      .deleteFrom('push_jobs')
      .where('row_key', 'in', chunk)
      .where('state', 'in', ['waiting', 'sending'])
      .where('count', '=', 1)
      .execute();
  }
}

/** What tells of several, one of them by a person who leaves, goes on without that one's words: their number names nobody. */
export async function forgetAuthorOfMany(trx: Writing, authorId: number): Promise<void> {
  await sqlOf(trx)
    .updateTable('push_jobs')
    .set((is) => ({ payload: '{}', row_key: null, subject: sql<string>`'gathered-' || ${is.ref('id')}`, author_id: null }))
    .where('author_id', '=', authorId)
    .where('count', '>', 1)
    .execute();
}
