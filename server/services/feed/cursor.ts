import { hash as digest } from 'node:crypto';
import * as z from 'zod/mini';
import { resources } from '../../../contract/resources.ts';
import type { Scope } from '../../../contract/scope.ts';
import { catalogue } from '../../modules/catalogue.ts';

const count = z.int().check(z.nonnegative());

const cursorSchema = z.strictObject({
  epoch: z.string(),
  scopes: z.string(),
  numbers: z.array(count),
  loading: z.optional(z.strictObject({ source: count, below: count })),
});

/**
 * How far a reader is. `numbers` has the number read in each of their scopes; during a first load those are the numbers at its start,
 * and `loading` says where it is: which resource in which scope, counted through, and the number from which to go down.
 */
export type Cursor = z.infer<typeof cursorSchema>;

/** What the code itself adds to rows: another catalogue makes other rows of the same database. */
const fingerprint = digest('sha256', JSON.stringify([catalogue, resources.map(({ name }) => name)]), 'base64url').slice(0, 8);

export function epochOf(databaseEpoch: string): string {
  return `${databaseEpoch}.${fingerprint}`;
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
