import { Dexie } from 'dexie';
import type { EventDatabase } from '../../db/database.ts';

/** What people have put into a module, by its name: what is counted for it. Of dating nobody is told anything. */
const contents = {
  chat: 'posts',
  announcements: 'announcements',
  meetups: 'meetups',
  pictures: 'photos',
  sharing: 'shares',
  contact_links: 'contactLinks',
} as const;

export type Content = (typeof contents)[keyof typeof contents];

/** How many rows an event has of each, as far as this device knows. */
export type Contents = Readonly<Partial<Record<string, { readonly of: Content; readonly count: number }>>>;

export async function readContents(db: EventDatabase, eventId: number): Promise<Contents> {
  const counted = await Promise.all(
    Object.entries(contents).map(async ([module, of]) => [module, { of, count: await countOfEvent(db, of, eventId) }] as const),
  );
  return Object.fromEntries(counted);
}

/** By whichever index of the table begins with the event. */
function countOfEvent(db: EventDatabase, name: Content, eventId: number): Promise<number> {
  const table = db.mirror(name);
  const index = table.schema.indexes.find(({ keyPath }) => Array.isArray(keyPath) && keyPath[0] === 'eventId');
  if (!index) throw new TypeError(`${name} has no index by event`);
  return table.where(index.name).between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]).count();
}
