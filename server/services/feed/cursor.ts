import { hash as digest } from 'node:crypto';
import * as z from 'zod/mini';
import type { Scope } from '../../../contract/scope.ts';
import { catalogue } from '../../modules/catalogue.ts';
import type { ModuleDefinition } from '../../resources/module-definition.ts';

const count = z.int().check(z.nonnegative());

const cursorSchema = z.strictObject({
  epoch: z.string(),
  scopes: z.string(),
  numbers: z.array(count),
  loading: z.optional(z.strictObject({ resource: z.string(), scope: count, below: count })),
});

/**
 * How far a reader is. `numbers` has the number read in each of their scopes; during a first load those are the numbers at its start,
 * and `loading` says where it is: which resource in which scope (its place among theirs), and the number from which to go down.
 */
export type Cursor = z.infer<typeof cursorSchema>;

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

/** Tells one list of scopes from another; the reader's own scope is in it, so another person's cursor is a foreign one. */
export function scopesHash(scopes: readonly Scope[]): string {
  return digest('sha256', scopes.join(' '), 'base64url').slice(0, 16);
}

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** Null where the text is not a cursor of ours. */
export function readCursor(text: string): Cursor | null {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    return null;
  }
}
