import type { AnyResource, BaseRow } from '#contract/resource.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Fields that both sides changed to different values. `key` identifies the group within its resource. */
export interface Clash {
  readonly key: string;
  readonly before: Fields;
  readonly yours: Fields;
  readonly theirs: Fields;
}

export interface Merge {
  /** Changes of the person alone, to be set on the current row. Empty if there are none. */
  readonly yours: Fields;
  readonly clashes: readonly Clash[];
}

/**
 * Three-way merge of one row by groups of fields: `base` is the row that the person saw, `mine` the row after their change, `current` the
 * row on the server now. A change of one side wins; equal changes of both are no clash. Pure.
 */
export function merge(resource: AnyResource, base: BaseRow, mine: BaseRow, current: BaseRow): Merge {
  const [b, m, c] = [base, mine, current].map(fieldsOf) as [Fields, Fields, Fields];
  const yours: Record<string, unknown> = {};
  const clashes: Clash[] = [];
  for (const group of groupsOf(resource, [...Object.keys(b), ...Object.keys(m), ...Object.keys(c)])) {
    const [before, my, their] = [pick(b, group), pick(m, group), pick(c, group)];
    if (same(before, my) || same(my, their)) continue;
    if (same(before, their)) Object.assign(yours, my);
    else clashes.push({ key: group[0] as string, before, yours: my, theirs: their });
  }
  return { yours, clashes };
}

/** True if two states of a row differ in no field that a person may change. */
export function isAlike(resource: AnyResource, one: BaseRow | null, other: BaseRow | null): boolean {
  if (!one || !other) return one === other;
  return Object.keys(merge(resource, one, other, one).yours).length === 0;
}

function fieldsOf(row: BaseRow): Fields {
  const { id: _id, version: _version, ...fields } = row as BaseRow & Record<string, unknown>;
  return fields;
}

function groupsOf(resource: AnyResource, fields: readonly string[]): (readonly string[])[] {
  const groups = resource.fieldGroups ?? [];
  const grouped = new Set(groups.flat());
  const single = [...new Set(fields)].filter((field) => !grouped.has(field));
  return [...groups, ...single.map((field) => [field])];
}

export function pick(row: Fields, fields: readonly string[]): Fields {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
}

export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
