import { sql } from 'kysely';
import { resources } from '#contract/resources.ts';
import { isPostgres } from '#server/store/core/dialect.ts';
import { EventDatabase } from '#db/database.ts';
import { type ParticipantJournal, personMark } from './participant-journal.ts';
import type { Person } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';

/** Returns data of erased people in the server's database or in any mirror. Content that they chose to keep may not name them. */
export async function dataOfErasedPeople(world: World, journal: ParticipantJournal): Promise<string[]> {
  const found: string[] = [];
  for (const [userId, { keepsShared }] of journal.erased) {
    const person = world.people.find((each) => each.userId === userId) as Person;
    const shared = journal.taps.filter((tap) => tap.userId === userId && (tap.kind === 'meetup' || tap.kind === 'feedback'));
    const words = keepsShared ? [] : shared.flatMap(({ args }) => Object.values(args).filter((value) => String(value).includes('tap ')));
    const names = ['authorId', 'userId', 'author_id', 'user_id', 'key_user'].map((name) => `"${name}":${userId},`);
    const signs = [...ownAddresses(world, journal, person), personMark(userId), ...names, ...words.map(String)];
    const look = (where: string, text: string): void => {
      for (const sign of signs) if (text.includes(sign)) found.push(`data of erased user ${userId} in ${where}: ${sign}`);
    };
    for (const [table, text] of await serverTables(world)) look(`table ${table} of the server`, text);
    for (const [where, text] of await mirrors(world, (of) => of.userId !== userId)) look(`the mirror of ${where}`, text);
    for (const [where, text] of await mirrors(world, (of) => of.userId === userId))
      if (text !== '') found.push(`the mirror of ${where} is not empty`);
  }
  return found;
}

/** Returns the addresses that only this person had or requested. */
function ownAddresses({ people }: World, journal: ParticipantJournal, person: Person): string[] {
  const foreign = new Set(people.filter((each) => each !== person).flatMap((each) => journal.addressesOf(each)));
  return journal.addressesOf(person).filter((address) => !foreign.has(address));
}

/** Returns every table of the server as text, except the table of erasures. */
async function serverTables({ server: { store } }: World): Promise<[string, string][]> {
  const db = sqlOf(store.reading);
  const [schema, all] = isPostgres(db)
    ? ['public', sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`]
    : ['main', sql<{ name: string }>`select name from main.sqlite_master where type = 'table'`];
  const { rows: tables } = await all.execute(db);
  const found: [string, string][] = [];
  for (const { name } of tables.filter((table) => table.name !== 'erasures')) {
    const { rows } = await sql`select * from ${sql.table(`${schema}.${name}`)}`.execute(db);
    found.push([name, rows.map((row) => JSON.stringify(row)).join('\n')]);
  }
  return found;
}

/** Returns the mirrors of these people as text; their outboxes are their own. */
async function mirrors({ devices, people }: World, of: (person: Person) => boolean): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const device of devices) {
    for (const { userId } of people.filter(of)) {
      const db = new EventDatabase(userId, { indexedDB: device.indexedDB, IDBKeyRange: device.keyRange });
      const rows: unknown[] = [];
      for (const { name } of resources) rows.push(...(await db.mirror(name).toArray()));
      rows.push(...(await db.news.toArray()));
      db.close();
      found.push([`${device.name}/${userId}`, rows.map((row) => JSON.stringify(row)).join('\n')]);
    }
  }
  return found;
}
