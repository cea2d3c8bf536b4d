import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/config.ts';
import { tablesKeptInRestore } from '../core/restored.ts';

/** How long (ms) to wait for a writing server. */
const patience = 30_000;

/**
 * Replaces all rows of the database at `live` by those at `stage` in one transaction, also while a server runs. Users in both keep sessions
 * and push subscriptions, and nothing is sent twice. Throws a `StartError` and changes nothing.
 */
export function replaceContent(live: string, stage: string): void {
  const database = new DatabaseSync(live, { timeout: patience, enableForeignKeyConstraints: false });
  try {
    database.exec('pragma synchronous = full');
    database.prepare('attach ? as backup').run(stage);
    database.exec('begin immediate');
    const tables = tablesOf(database, 'main');
    if (JSON.stringify(tables) !== JSON.stringify(tablesOf(database, 'backup'))) {
      throw new StartError(`${live} has other tables than the backup – start the server once with this version, then restore again`);
    }
    // Erasures were collected before the lock was taken; a person erased since then must not come back.
    if (database.prepare('select 1 from main.erasures where user_id not in (select user_id from backup.erasures)').get())
      throw new StartError('Somebody left for good just now; nothing was changed – restore again');
    // Before the users are replaced: it compares old and new ones.
    keepSessions(database);
    for (const { name } of tables) if (!keptTables.has(name)) copyTable(database, name);
    keepNumbersUnique(database);
    if (database.prepare('pragma main.foreign_key_check').get())
      throw new StartError('The backup does not fit together; nothing was changed');
    database.exec('commit');
  } finally {
    database.close();
  }
}

const keptTables = new Set<string>(tablesKeptInRestore);

/** Users that are the same now and in the backup: an id may belong to another person there. */
const samePeople = 'select now.id from main.users now join backup.users past on past.id = now.id and past.email = now.email';

function tablesOf(database: DatabaseSync, schema: 'main' | 'backup'): { name: string; sql: string }[] {
  const sql = `select name, sql from ${schema}.sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`;
  return database
    .prepare(sql)
    .all()
    .map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
}

/** Keeps the current sessions. Those of the backup are inserted as ended ones, because rows refer to them. */
function keepSessions(database: DatabaseSync): void {
  database.exec(`
    delete from main.sessions where user_id not in (${samePeople});
    delete from main.mails where user_id not in (${samePeople});
    delete from main.link_tokens where user_id not in (${samePeople});
    delete from main.email_hits where user_id not in (${samePeople});
    delete from main.address_changes where user_id not in (${samePeople});
    delete from main.push_news where author_id not in (${samePeople});
    delete from main.push_subscriptions where session_id not in (select id from main.sessions);
    delete from main.push_jobs where subscription_id not in (select id from main.push_subscriptions);
    insert or ignore into main.sessions select * from backup.sessions`);
}

function copyTable(database: DatabaseSync, name: string): void {
  database.exec(`delete from main."${name}"; insert into main."${name}" select * from backup."${name}"`);
}

/** Continues sequences from the higher number, so that no id is issued twice. */
function keepNumbersUnique(database: DatabaseSync): void {
  database.exec(`
    update main.sqlite_sequence as now set seq = max(now.seq, past.seq) from backup.sqlite_sequence past where past.name = now.name;
    insert into main.sqlite_sequence select name, seq from backup.sqlite_sequence
      where name not in (select name from main.sqlite_sequence)`);
}
