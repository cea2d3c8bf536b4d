import type { AnyResource, BaseRow, RowId } from '#contract/resource.ts';
import { chunksOf } from '../core/chunks.ts';
import { columnsOf, decoder, encode, snakeCase, type Values } from './columns.ts';
import { anyTable, anyTableOf, type ReadHandle, sqlOf, type WriteHandle } from '../core/handles.ts';
import { insertMany } from '../core/insert-many.ts';
import { skipIds, valuesOf } from '../core/dialect.ts';
import { type Given, statement } from '../core/statement.ts';

export interface RowReader {
  load(db: ReadHandle, ids: readonly RowId[]): Promise<Map<RowId, BaseRow>>;
}

export interface RowStore extends RowReader {
  /** Returns the ids of the rows whose `field` is one of `values`. */
  idsWhere(db: ReadHandle, field: string, values: readonly RowId[]): Promise<RowId[]>;
  insert(trx: WriteHandle, rows: readonly BaseRow[]): Promise<void>;
  /** Every row must exist. */
  update(trx: WriteHandle, rows: readonly BaseRow[]): Promise<void>;
  remove(trx: WriteHandle, ids: readonly RowId[]): Promise<void>;
}

/** Replaces a field in the table by another value, such as an index by a name. */
export interface Substitute {
  readonly field: string;
  /** The columns stored instead, in camelCase. */
  readonly columns: readonly string[];
  readonly read: (record: Record<string, unknown>) => void;
  readonly write: (row: BaseRow) => Values;
}

/** Returns a store for a resource whose table has a column for each field. */
export function tableStore(resource: AnyResource, table: string, substitute?: Substitute): RowStore {
  const columns = columnsOf(resource, substitute ? [substitute.field] : []);
  const names = [...new Set([...columns.map(({ name }) => name), ...(substitute?.columns.map(snakeCase) ?? [])])];
  const extra = substitute?.columns.filter((field) => !columns.some((column) => column.field === field)) ?? [];
  const selection = [
    ...columns.map(({ field, name }) => `${name} as ${field}`),
    ...extra.map((field) => `${snakeCase(field)} as ${field}`),
  ];
  const decode = decoder(columns);
  const toRow = (record: Record<string, unknown>): BaseRow => {
    substitute?.read(record);
    return decode(record);
  };
  const toValues = (row: BaseRow): Values => ({ ...encode(columns, row), ...substitute?.write(row) });

  const withIds = statement((db, given: Given<{ ids: string }>) =>
    anyTable(db)
      .selectFrom(table)
      .select(selection)
      .where('id', 'in', valuesOf<RowId>(db, given('ids'), resource.idType === 'number' ? 'number' : 'text')),
  );

  const insert = insertMany({ table, columns: names });
  const replace = insertMany({ table, columns: names, key: ['id'] });

  return {
    async load(db, ids) {
      const rows = new Map<RowId, BaseRow>();
      if (ids.length === 0) return rows;
      for (const record of await withIds(db, { ids: JSON.stringify(ids) })) {
        const row = toRow(record);
        rows.set(row.id, row);
      }
      return rows;
    },
    async idsWhere(db, field, values) {
      const ids: RowId[] = [];
      for (const chunk of chunksOf(values)) {
        const found = await anyTableOf(db).selectFrom(table).select('id').where(snakeCase(field), 'in', chunk).execute();
        ids.push(...found.map(({ id }) => id as RowId));
      }
      return ids;
    },
    async insert(trx, rows) {
      await insert(trx, rows.map(toValues));
      if (resource.idType === 'number' && rows.length > 0) await skipIds(sqlOf(trx), table);
    },
    update: (trx, rows) => replace(trx, rows.map(toValues)),
    async remove(trx, ids) {
      for (const chunk of chunksOf(ids)) await anyTableOf(trx).deleteFrom(table).where('id', 'in', chunk).execute();
    },
  };
}
