import { type Reading, sqlOf } from '../core/handles.ts';

/** Returns texts that others know about a person: name, parts of the address, titles of their events. */
export async function personalWordsOf(db: Reading, userId: number): Promise<string[]> {
  const person = await sqlOf(db).selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirst();
  const events = await sqlOf(db)
    .selectFrom('memberships')
    .innerJoin('events', 'events.id', 'memberships.event_id')
    .select('events.title')
    .where('memberships.user_id', '=', userId)
    .execute();
  return person ? [person.name, ...person.email.split('@'), ...events.map(({ title }) => title)] : [];
}
