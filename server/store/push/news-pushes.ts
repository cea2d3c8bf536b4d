import { sql } from 'kysely';
import { times } from '#contract/times.ts';
import type { PushKind } from './push-receivers.ts';
import type { Messages } from './push-subscriptions.ts';
import { chunksOf } from '../core/chunks.ts';
import { largerOf, pairsOf } from '../core/dialect.ts';
import { sqlOf, type WriteHandle } from '../core/handles.ts';

/** The shortest time (ms) between two pushes of one topic to a device. */
const atMostEvery = 5 * times.minute;

/** News of one resource in one event, for the devices that have the same latest row. */
export interface NewsPush {
  readonly eventId: number;
  readonly setting: PushKind;
  /** Pending pushes of the same topic to a device are combined. */
  readonly topic: string;
  readonly devices: readonly (readonly [id: number, count: number])[];
  /** The texts for one row, and for several, with `{{count}}` for the number. */
  readonly payload: Messages;
  readonly payloadOfMany: Messages;
  /** The row of `payload` (`posts:0192…`), its author and the time (ms since the epoch). */
  readonly rowKey: string;
  readonly authorId: number;
  readonly createdAt: number;
}

/** Adds news to the pending pushes of these devices, or creates new ones. `now` is in ms since the epoch. */
export async function insertNewsPushes(trx: WriteHandle, news: NewsPush, now: number): Promise<void> {
  const devices = JSON.stringify(news.devices);
  const readCounts = pairsOf<{ device_id: number; count: number }>(sqlOf(trx), devices, ['number', 'number'], ['device_id', 'count']).as(
    'counts',
  );
  await sqlOf(trx)
    .updateTable('push_jobs as job')
    .from(readCounts)
    // A combined push is as recent as its latest row.
    .set((is) => ({ count: is('job.count', '+', is.ref('counts.count')), created_at: news.createdAt }))
    .where('job.topic', '=', news.topic)
    .where('job.state', '=', 'waiting')
    .whereRef('job.subscription_id', '=', 'counts.device_id')
    .execute();
  const waiting = sql<boolean>`not exists (
    select 1 from push_jobs as job where job.topic = ${news.topic} and job.subscription_id = counts.device_id and job.state = 'waiting')`;
  const notBefore = sql<number>`coalesce((
    select max(job.next_at) from push_jobs as job where job.topic = ${news.topic} and job.subscription_id = counts.device_id), 0) + ${atMostEvery}`;
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
        .selectFrom(readCounts)
        .select((is) => [
          'counts.device_id',
          is.val(news.eventId).as('event_id'),
          is.val(news.setting).as('setting'),
          is.val(news.rowKey).as('subject'),
          is.val(news.topic).as('topic'),
          'counts.count',
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

/** Deletes unsent pushes that announce one deleted row only. Combined ones stay, because they name no row. */
export async function deleteNewsPushesOf(trx: WriteHandle, rowKeys: readonly string[]): Promise<void> {
  for (const chunk of chunksOf(rowKeys)) {
    await sqlOf(trx)
      .deleteFrom('push_jobs')
      .where('row_key', 'in', chunk)
      .where('state', 'in', ['waiting', 'sending'])
      .where('count', '=', 1)
      .execute();
  }
}

/** Removes the text of a person who leaves from combined pushes; a mere number refers to nobody. */
export async function removeAuthorFromCombinedPushes(trx: WriteHandle, authorId: number): Promise<void> {
  await sqlOf(trx)
    .updateTable('push_jobs')
    .set((is) => ({ payload: '{}', row_key: null, subject: sql<string>`'gathered-' || ${is.ref('id')}`, author_id: null }))
    .where('author_id', '=', authorId)
    .where('count', '>', 1)
    .execute();
}
