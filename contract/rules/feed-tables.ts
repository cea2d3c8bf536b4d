import { type FeedChange, feedLine, type FeedPage, type FeedTable } from '../endpoints/core.ts';

/** Fewer rows stay as they are, so that a small answer is easy to read. */
const fewest = 10;

type Row = NonNullable<FeedChange['row']>;

const fieldsOf = (row: Row): string[] => Object.keys(row).filter((field) => row[field] !== undefined);

/** Returns tables of those changes that have a row and no key, and the other changes. Rows with equal fields share a table. */
export function toTables(changes: readonly FeedChange[]): { changes: FeedChange[]; tables: FeedTable[] } {
  const alike = new Map<string, { resource: string; fields: string[]; rows: Row[] }>();
  const rest: FeedChange[] = [];
  for (const change of changes) {
    const { resource, row, version, key } = change;
    if (row === null || key !== undefined || row.version !== version) rest.push(change);
    else {
      const fields = fieldsOf(row);
      const name = `${resource} ${fields.join(' ')}`;
      const table = alike.get(name) ?? { resource, fields, rows: [] };
      table.rows.push(row);
      alike.set(name, table);
    }
  }
  const tables: FeedTable[] = [];
  for (const { resource, fields, rows } of alike.values()) {
    if (rows.length < fewest) rest.push(...rows.map((row) => ({ resource, id: row.id, version: row.version, row })));
    else tables.push({ resource, count: rows.length, columns: Object.fromEntries(fields.map((field) => [field, columnOf(rows, field)])) });
  }
  return { changes: rest, tables };
}

type Column = FeedTable['columns'][string];

const isShared = (column: Column): column is { readonly all: unknown } => !Array.isArray(column);

function columnOf(rows: readonly Row[], field: string): Column {
  const values = rows.map((row) => row[field]);
  return values.every((value) => value === values[0]) ? { all: values[0] } : values;
}

/** Returns the changes of tables. Throws a `RangeError` for a column of another length, or for a row without id or version. */
export function fromTables(tables: readonly FeedTable[]): FeedChange[] {
  return tables.flatMap(({ resource, count, columns }) => {
    const fields = Object.entries(columns);
    for (const [field, column] of fields)
      if (!isShared(column) && column.length !== count)
        throw new RangeError(`${resource}: ${field} has ${column.length} of ${count} values`);
    return Array.from({ length: count }, (_, place) => {
      const row: Record<string, unknown> = {};
      for (const [field, column] of fields) row[field] = isShared(column) ? column.all : column[place];
      const { id, version } = row;
      if ((typeof id !== 'string' && typeof id !== 'number') || typeof version !== 'number')
        throw new RangeError(`a row of ${resource} has no id`);
      return { resource, id, version, row: row as Row };
    });
  });
}

/** Returns the page of a line. Throws if the line has no page. Only the frame is checked, because the server validates the rows. */
export function pageOfLine(line: unknown): FeedPage {
  const { tables = [], withTables = [], ...page } = feedLine.parse(line);
  return {
    ...page,
    ...(page.with && { with: [...page.with, ...fromTables(withTables)] }),
    changes: [...page.changes, ...fromTables(tables)],
  };
}

/** Returns a page as a line, by column. */
export function lineOfPage(page: FeedPage): object {
  const named = page.with && toTables(page.with);
  return { ...page, ...(named && { with: named.changes, withTables: named.tables }), ...toTables(page.changes) };
}
