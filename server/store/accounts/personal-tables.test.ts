import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { personalTables } from './personal-tables.ts';
import { sqlOf } from '../core/handles.ts';
import type { Store } from '../store.ts';
import { openTestStore } from '#tests/fixtures/databases/test-store.ts';

let store: Store;
beforeEach(async () => void (store = await openTestStore()));
afterEach(() => store.close());

/** The names of columns that refer to people. Add new ones here. */
const personal = /^(user_id|author_id|key_user|used_by|owner_id|created_by|other_id|actor_id|person_id|subject_id|decided_by)$/;

test('every column that names a person has an erasure rule', async () => {
  const { rows: tables } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(sqlOf(store.reading));
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows: keys } = await sql<{ table: string; from: string }>`select "table", "from" from pragma_foreign_key_list(${name})`.execute(
      sqlOf(store.reading),
    );
    const { rows: columns } = await sql<{ name: string }>`select name from pragma_table_info(${name})`.execute(sqlOf(store.reading));
    const naming = [...keys.filter(({ table }) => table === 'users').map(({ from }) => from), ...columns.map((column) => column.name)];
    const isKey = (column: string) => keys.some(({ table, from }) => table === 'users' && from === column);
    for (const column of new Set(naming)) if (isKey(column) || personal.test(column)) found.push(`${name}.${column}`);
  }
  // `erasures` must keep the ids that it erases. The second side of a match is deleted with the first one.
  const expected = [...personalTables.map(({ table, column }) => `${table}.${column}`), 'erasures.user_id', 'dating_matches.other_id'];
  expect(found.filter((column) => !expected.includes(column))).toEqual([]);
  expect(expected.filter((column) => !found.includes(column))).toEqual(['users.id']);
});

test('every column that an erasure searches leads an index', async () => {
  const leading = async (table: string): Promise<string[]> => {
    const { rows } = await sql<{ name: string | null }>`select column.name from pragma_index_list(${table}) as list
      join pragma_index_info(list.name) as column on column.seqno = 0`.execute(sqlOf(store.reading));
    return rows.map(({ name }) => String(name));
  };
  const missing: string[] = [];
  for (const { table, column } of personalTables)
    if (column !== 'id' && !(await leading(table)).includes(column)) missing.push(`${table}.${column}`);
  expect(missing).toEqual([]);
});
