import type * as z from 'zod/mini';
import type { AnyResource, BaseRow } from '#contract/resource.ts';

export interface Column {
  readonly field: string;
  readonly name: string;
  readonly kind: 'plain' | 'flag' | 'json';
}

export type Values = Record<string, string | number | null>;

/** Returns the columns of a resource's row, derived from its schema, without the fields in `except`. */
export function columnsOf(resource: AnyResource, except: readonly string[] = []): Column[] {
  const { shape } = resource.row as unknown as z.ZodMiniObject;
  return Object.entries(shape)
    .filter(([field]) => !except.includes(field))
    .map(([field, type]) => ({ field, name: snakeCase(field), kind: kindOf(type as z.ZodMiniType) }));
}

/** `eventId` → `event_id`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function kindOf(type: z.ZodMiniType): Column['kind'] {
  const { def } = type as unknown as { def: { type: string; innerType?: z.ZodMiniType } };
  if (def.innerType) return kindOf(def.innerType);
  if (def.type === 'boolean') return 'flag';
  return def.type === 'array' || def.type === 'object' ? 'json' : 'plain';
}

/** Returns a function that converts a record into its row in place; most rows need no conversion. */
export function decoder(columns: readonly Column[]): (record: Record<string, unknown>) => BaseRow {
  const flags = columns.filter(({ kind }) => kind === 'flag').map(({ field }) => field);
  const texts = columns.filter(({ kind }) => kind === 'json').map(({ field }) => field);
  return (record) => {
    for (const field of flags) if (record[field] !== null) record[field] = record[field] === 1;
    for (const field of texts) if (typeof record[field] === 'string') record[field] = JSON.parse(record[field]);
    return record as unknown as BaseRow;
  };
}

export function encode(columns: readonly Column[], row: BaseRow): Values {
  const values: Values = {};
  for (const { field, name, kind } of columns) {
    const value = (row as unknown as Record<string, unknown>)[field];
    if (value === null || value === undefined) values[name] = null;
    else if (kind === 'flag') values[name] = value ? 1 : 0;
    else values[name] = kind === 'json' ? JSON.stringify(value) : (value as string | number);
  }
  return values;
}
