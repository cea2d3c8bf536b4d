import { descriptorOf } from '#server/resources/catalogue/descriptors.ts';
import { chunksOf } from '../core/chunks.ts';
import { anyTableOf, type ReadHandle, sqlOf } from '../core/handles.ts';

/** Returns how many reports a user made in an event since an instant (UTC). */
export async function countReportsBy(db: ReadHandle, of: { userId: number; eventId: number }, since: string): Promise<number> {
  const { count } = await sqlOf(db)
    .selectFrom('own_reports')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('author_id', '=', of.userId)
    .where('event_id', '=', of.eventId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns how many people a user hides, and how many rows they have, including people hidden earlier. */
export async function countHiddenBy(db: ReadHandle, userId: number): Promise<{ hidden: number; rows: number }> {
  return sqlOf(db)
    .selectFrom('hidden_people')
    .select((is) => [is.fn.coalesce(is.fn.sum<number>('hidden'), is.lit(0)).as('hidden'), is.fn.countAll<number>().as('rows')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Returns the ids of decided reports made before an instant (UTC) that still contain the reported text. */
export async function decidedReportsWithWords(db: ReadHandle, before: string): Promise<string[]> {
  const rows = await sqlOf(db)
    .selectFrom('reports')
    .select('id')
    .where('state', '!=', 'open')
    .where('created_at', '<', before)
    .where((is) => is.or([is('snapshot', 'is not', null), is('text', '!=', '')]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns how many shares and future meetups of a user others rely on in an event; `now` is in ms since the epoch. */
export async function countCommitments(
  db: ReadHandle,
  { userId, eventId, now }: { readonly userId: number; readonly eventId: number; readonly now: number },
): Promise<number> {
  const own = (table: 'meetups' | 'shares') =>
    sqlOf(db)
      .selectFrom(table)
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('author_id', '=', userId)
      .where('event_id', '=', eventId);
  const meetups = await own('meetups').where('start_date', '>', new Date(now).toISOString()).executeTakeFirstOrThrow();
  const shares = await own('shares').executeTakeFirstOrThrow();
  return meetups.count + shares.count;
}

/** Returns the number of rows of a resource in each of these events; events without one are left out. */
export async function countRowsOfEvents(db: ReadHandle, resource: string, events: readonly number[]): Promise<Map<number, number>> {
  const { table } = descriptorOf(resource);
  if (events.length === 0 || table === undefined) return new Map();
  const counts = await anyTableOf(db)
    .selectFrom(table)
    .select((is) => ['event_id', is.fn.countAll<number>().as('count')])
    .where('event_id', 'in', events)
    .groupBy('event_id')
    .execute();
  return new Map(counts.map(({ event_id, count }) => [event_id as number, count]));
}

/** Returns the number of members who come to each of these meetups; meetups without any are left out. Former members take no place. */
export async function countAttendances(db: ReadHandle, meetups: readonly string[]): Promise<Map<string, number>> {
  if (meetups.length === 0) return new Map();
  const counts = await sqlOf(db)
    .selectFrom('attendances')
    .innerJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'attendances.user_id').onRef('memberships.event_id', '=', 'attendances.event_id'),
    )
    .select((is) => ['meetup_id', is.fn.countAll<number>().as('count')])
    .where('meetup_id', 'in', meetups)
    .where('is_in', '=', 1)
    .groupBy('meetup_id')
    .execute();
  return new Map(counts.map(({ meetup_id, count }) => [meetup_id, count]));
}

/** Returns the entries of an event that at least `fewest` people have starred, with the number of stars. */
export function countStars(db: ReadHandle, eventId: number, fewest: number): Promise<{ id: string; stars: number }[]> {
  return sqlOf(db)
    .selectFrom('marks')
    .innerJoin('schedule_entries as entry', 'entry.id', 'marks.entry_id')
    .select((is) => ['entry.id', is.fn.countAll<number>().as('stars')])
    .where('marks.event_id', '=', eventId)
    .where('marks.starred', '=', 1)
    .groupBy('entry.id')
    .having((is) => is.fn.countAll<number>(), '>=', fewest)
    .execute();
}

interface CountedReactions {
  /** By emoji. */
  readonly numbers: Map<string, number>;
  /** The highest order, also of reactions that were taken back. */
  order: number;
}

/** Returns the numbers of reactions to each of these posts; posts that nobody ever reacted to are left out. */
export async function countReactionsTo(db: ReadHandle, posts: readonly string[]): Promise<Map<string, CountedReactions>> {
  const counted = new Map<string, CountedReactions>();
  for (const chunk of chunksOf(posts)) {
    const found = await sqlOf(db)
      .selectFrom('reactions')
      .select((is) => ['post_id', 'emoji', is.fn.countAll<number>().as('count'), is.fn.max('order').as('order')])
      .where('post_id', 'in', chunk)
      .groupBy(['post_id', 'emoji'])
      .execute();
    for (const { post_id: post, emoji, count, order } of found) {
      const ofPost = counted.get(post) ?? { numbers: new Map<string, number>(), order: 0 };
      if (emoji !== null) ofPost.numbers.set(emoji, count);
      ofPost.order = Math.max(ofPost.order, order);
      counted.set(post, ofPost);
    }
  }
  return counted;
}
