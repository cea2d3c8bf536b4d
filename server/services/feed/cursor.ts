import { hash as digest } from 'node:crypto';
import * as z from 'zod/mini';
import type { Scope } from '../../../contract/scope.ts';
import { catalogue } from '../../modules/catalogue.ts';
import type { ModuleDefinition } from '../../resources/module-definition.ts';

const count = z.int().check(z.nonnegative());
/** Of whatever kind: what is asked of the database with those of many readers is nothing that it cannot read. */
const scope = z.string().check(z.regex(/^[a-z-]+(:\d+)?$/));

const cursorSchema = z.strictObject({
  epoch: z.string(),
  numbers: z.record(scope, count),
  loading: z.optional(z.strictObject({ scopes: z.array(scope), resource: z.string(), scope, below: count })),
});

/**
 * How far a reader is. `numbers` has the number read in each scope that their mirror holds: first those that are parked, longest ago first,
 * then those that they read. While scopes are being loaded `loading` names these, and says where that is: which resource in which scope, and
 * the number from which to go down.
 */
export interface Cursor {
  readonly epoch: string;
  readonly numbers: ReadonlyMap<Scope, number>;
  readonly loading?: { readonly scopes: readonly Scope[]; readonly resource: string; readonly scope: Scope; readonly below: number };
}

/** Of the time when a change of scopes meant to load all anew: a number for each of the reader's scopes, which are known by their hash. */
const formerSchema = z.strictObject({
  epoch: z.string(),
  scopes: z.string(),
  numbers: z.array(count),
  loading: z.optional(z.strictObject({ resource: z.string(), scope: count, below: count })),
});

/**
 * What the code itself adds to rows: another definition of a module makes other rows of the same database. A module that is added comes with
 * rows of its own, and leaves the others as they are: so there is a mark for each number of modules, from the first on.
 */
export function marksOf(modules: readonly ModuleDefinition[]): string[] {
  const byAge = modules.toSorted((one, other) => one.id - other.id);
  return byAge.map((_, last) => digest('sha256', JSON.stringify(byAge.slice(0, last + 1)), 'base64url').slice(0, 8));
}

const marks = marksOf(catalogue);

/** Before decision 31 the fourteen modules of that time had another mark. It can go when tombstones of that time have. */
const former = { mark: 'WwN1uyVi', now: 'acZUCuEE' };

/** Names the history that rows are of: the database's, with what the code says of modules. */
export function epochOf(databaseEpoch: string): string {
  return `${databaseEpoch}.${marks.at(-1)}`;
}

/** Whether what was read in `epoch` would be read the same today. */
export function isStillOf(epoch: string, databaseEpoch: string): boolean {
  const good = marks.includes(former.now) ? [...marks, former.mark] : marks;
  return good.some((mark) => epoch === `${databaseEpoch}.${mark}`);
}

export function writeCursor({ numbers, ...cursor }: Cursor): string {
  return Buffer.from(JSON.stringify({ ...cursor, numbers: Object.fromEntries(numbers) })).toString('base64url');
}

/** Null where the text is not a cursor of ours, or a former one of somebody who read other scopes than these. */
export function readCursor(text: string, scopes: readonly Scope[]): Cursor | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const cursor = cursorSchema.safeParse(value);
    if (!cursor.success) return ofFormer(formerSchema.parse(value), scopes);
    const { numbers, ...rest } = cursor.data;
    return { ...(rest as Omit<Cursor, 'numbers'>), numbers: new Map(Object.entries(numbers) as [Scope, number][]) };
  } catch {
    return null;
  }
}

function ofFormer({ epoch, scopes: hash, numbers, loading }: z.infer<typeof formerSchema>, scopes: readonly Scope[]): Cursor | null {
  if (hash !== digest('sha256', scopes.join(' '), 'base64url').slice(0, 16) || numbers.length !== scopes.length) return null;
  const place = { epoch, numbers: new Map(scopes.map((scope, index) => [scope, numbers[index] as number])) };
  const scope = scopes[loading?.scope ?? 0];
  return loading && scope ? { ...place, loading: { ...loading, scopes, scope } } : place;
}
