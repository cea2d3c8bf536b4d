import { type Reading, sqlOf } from '../core/handles.ts';

export async function countContactBlocks(db: Reading, events: readonly number[]): Promise<Map<number, number>> {
  if (events.length === 0) return new Map();
  const counts = await sqlOf(db)
    .selectFrom('contact_links')
    .select((is) => ['event_id', is.fn.countAll<number>().as('count')])
    .where('event_id', 'in', events)
    .groupBy('event_id')
    .execute();
  return new Map(counts.map(({ event_id, count }) => [event_id, count]));
}
