import { sql } from 'kysely';
import { resources } from '#contract/resources.ts';
import type { Scope } from '#contract/scope.ts';
import type { Pointer } from './changes.ts';
import { valuesOf } from '../core/dialect.ts';
import type { ReadHandle } from '../core/handles.ts';
import { type Given, statement } from '../core/statement.ts';
import type { ChangeLogTable } from '../core/schema.ts';

export interface NewsPointer extends Pointer {
  /** The row has left the scope once and is back: devices have deleted it. */
  readonly wasAway: boolean;
}

const columns = ['scope', 'resource', 'row_id', 'number', 'version', 'gone', 'key', 'key_user'] as const;

const after = statement((db, given: Given<{ scope: string; number: number; limit: number }>) =>
  db
    .selectFrom('change_log')
    .select(columns)
    .where('scope', '=', given('scope'))
    .where('number', '>', given('number'))
    .orderBy('number')
    .limit(given('limit')),
);

/** The condition is literal, because databases use a partial index only for the same text. */
const isNews = sql<boolean>`passed <> 1`;

const news = statement((db, given: Given<{ scope: string; number: number; limit: number }>) =>
  db
    .selectFrom('change_log')
    .select([...columns, 'passed'])
    .where('scope', '=', given('scope'))
    .where('number', '>', given('number'))
    .where(isNews)
    .orderBy('number')
    .limit(given('limit')),
);

const newsBeyond = statement((db, given: Given<{ scope: string; number: number; rows: number }>) =>
  db
    .selectFrom('change_log')
    .select('number')
    .where('scope', '=', given('scope'))
    .where('number', '>', given('number'))
    .where(isNews)
    .orderBy('number')
    .limit(1)
    .offset(given('rows')),
);

const downFrom = statement((db, given: Given<{ scope: string; resource: string; number: number; limit: number }>) =>
  db
    .selectFrom('change_log')
    .select(columns)
    .where('scope', '=', given('scope'))
    .where('resource', '=', given('resource'))
    .where('number', '<=', given('number'))
    .where('gone', '=', 0)
    .orderBy('number', 'desc')
    .limit(given('limit')),
);

const filled = statement((db, given: Given<{ scopes: string; kinds: string }>) =>
  db
    .selectFrom([
      sql<{ value: string }>`${valuesOf<string>(db, given('scopes'), 'text')}`.as('scopes'),
      sql<{ value: string }>`${valuesOf<string>(db, given('kinds'), 'text')}`.as('kinds'),
    ])
    .select(['scopes.value as scope', 'kinds.value as kind'])
    .where((is) =>
      is.exists(
        db
          .selectFrom('change_log')
          .select(sql.lit(1).as('one'))
          .where('scope', '=', sql.ref<string>('scopes.value'))
          .where('resource', '=', sql.ref<string>('kinds.value'))
          .where('gone', '=', 0),
      ),
    ),
);

/** Returns the resources that have rows in these scopes, by scope. */
export async function kindsIn(db: ReadHandle, scopes: readonly Scope[]): Promise<Map<Scope, Set<string>>> {
  const kinds = new Map<Scope, Set<string>>();
  const given = { scopes: JSON.stringify(scopes), kinds: JSON.stringify(resources.map(({ name }) => name)) };
  for (const { scope, kind } of await filled(db, given)) kinds.set(scope as Scope, (kinds.get(scope as Scope) ?? new Set()).add(kind));
  return kinds;
}

/** Returns the changes in a scope after `number`, oldest first, with tombstones. */
export async function pointersAfter(db: ReadHandle, scope: Scope, number: number, limit: number): Promise<Pointer[]> {
  return (await after(db, { scope, number, limit })).map(pointerOf);
}

/** Like `pointersAfter`, without people who have joined and whose rows have not changed since. */
export async function newsAfter(db: ReadHandle, scope: Scope, number: number, limit: number): Promise<NewsPointer[]> {
  const found = await news(db, { scope, number, limit });
  return found.map((record) => ({ ...pointerOf(record), wasAway: record.passed === 2 }));
}

/** Returns whether more than `rows` of these changes follow `number`. */
export async function isFurther(db: ReadHandle, scope: Scope, number: number, rows: number): Promise<boolean> {
  return (await newsBeyond(db, { scope, number, rows })).length > 0;
}

/** Returns the rows of a resource in a scope that were last changed at `number` or before, newest first. */
export async function pointersDownFrom(
  db: ReadHandle,
  range: { scope: Scope; resource: string; number: number; limit: number },
): Promise<Pointer[]> {
  return (await downFrom(db, range)).map(pointerOf);
}

function pointerOf(record: Pick<ChangeLogTable, (typeof columns)[number]>): Pointer {
  return {
    scope: record.scope as Scope,
    resource: record.resource,
    rowId: record.row_id,
    number: record.number,
    version: record.version,
    gone: record.gone === 1,
    key: record.key,
    keyUser: record.key_user,
  };
}
