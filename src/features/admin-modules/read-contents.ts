import { Dexie } from 'dexie';
import type { EventDatabase } from '#db/database.ts';

/** Resources whose rows are counted, by module. Rows of dating are private and not counted. */
const contents = {
  chat: 'posts',
  announcements: 'announcements',
  meetups: 'meetups',
  pictures: 'photos',
  sharing: 'shares',
  contact_links: 'contactLinks',
} as const;

type Counted = (typeof contents)[keyof typeof contents];

export interface Content {
  readonly of: Counted;
  readonly count: number;
}

/** Returns the number of rows of an event on this device, by module. */
export async function readContents(db: EventDatabase, eventId: number): Promise<Readonly<Partial<Record<string, Content>>>> {
  const counted = await Promise.all(
    Object.entries(contents).map(async ([module, of]) => [module, { of, count: await countOfEvent(db, of, eventId) }] as const),
  );
  return Object.fromEntries(counted);
}

/** Counts with the index of the table that begins with the event. */
function countOfEvent(db: EventDatabase, name: Counted, eventId: number): Promise<number> {
  const table = db.mirror(name);
  const index = table.schema.indexes.find(({ keyPath }) => Array.isArray(keyPath) && keyPath[0] === 'eventId');
  if (!index) throw new TypeError(`${name} has no index by event`);
  return table.where(index.name).between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]).count();
}
