import { hash as digest } from 'node:crypto';
import * as z from 'zod/mini';
import { resources } from '../../../contract/resources.ts';
import { type Scope, scopeKinds } from '../../../contract/scope.ts';
import { catalogue } from '../../resources/modules/catalogue.ts';
import type { ModuleDefinition } from '../../resources/module-definition.ts';
import { ByteReader, ByteWriter } from './byte-text.ts';

/**
 * The position of a reader in the feed. `numbers` has the last number read in each scope of the reader's mirror: parked scopes first (the
 * oldest first), then the scopes that the reader reads. During a load, `loading` has the scopes that are loaded, in the order of `numbers`, and
 * the next position: a resource in a scope, and the number from which to read downwards.
 */
export interface Cursor {
  readonly epoch: string;
  readonly numbers: ReadonlyMap<Scope, number>;
  readonly loading?: Loading;
}

interface Loading {
  readonly scopes: readonly Scope[];
  readonly resource: string;
  readonly scope: Scope;
  readonly below: number;
}

/**
 * What the code itself adds to rows: another definition of a module makes other rows of the same database. A module that is added comes with
 * rows of its own, and leaves the others as they are: so there is a mark for each number of modules, from the first on.
 */
export function marksOf(modules: readonly ModuleDefinition[]): string[] {
  const byAge = modules.toSorted((one, other) => one.id - other.id);
  return byAge.map((_, last) => digest('sha256', JSON.stringify(byAge.slice(0, last + 1)), 'base64url').slice(0, 8));
}

const marks = marksOf(catalogue);

/** The first fourteen modules had another mark (decision 13). It can go when tombstones of that time have. */
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

/** Distinguishes this format from the JSON of earlier versions, which begins with `eyJ` in base64url. */
const format = '2.';

/** The beginning of a load of `scopes`, which are put in the order of `numbers`: a cursor stores no other order. */
export function beginLoad(numbers: Cursor['numbers'], scopes: readonly Scope[]): Loading | undefined {
  const ordered = [...numbers.keys()].filter((scope) => scopes.includes(scope));
  const [scope] = ordered;
  return scope && { scopes: ordered, resource: resources[0].name, scope, below: numbers.get(scope)! };
}

/**
 * Writes a cursor in a few bytes for each scope, because it travels in an address and proxies limit those to 8 kB: ids of events as
 * differences, and one bit for "is being loaded".
 */
export function writeCursor({ epoch, numbers, loading }: Cursor): string {
  const bytes = new ByteWriter();
  bytes.text(epoch);
  bytes.count(numbers.size);
  const scopes = [...numbers.keys()];
  const loaded = new Set(loading?.scopes);
  let previous = 0;
  for (const [scope, number] of numbers) {
    const { kind, id } = partsOf(scope);
    bytes.count(scopeKinds.indexOf(kind) * 2 + Number(loaded.has(scope)));
    bytes.difference(id - previous);
    bytes.count(number);
    previous = id;
  }
  if (loading) {
    bytes.text(loading.resource);
    bytes.count(scopes.indexOf(loading.scope));
    bytes.count(loading.below);
  }
  return format + bytes.toString();
}

/** Returns null for a text that is no cursor, or a cursor of an earlier version whose scopes are not `scopes`. */
export function readCursor(text: string, scopes: readonly Scope[]): Cursor | null {
  try {
    return text.startsWith(format) ? readBytes(new ByteReader(text.slice(format.length))) : readJson(text, scopes);
  } catch {
    return null;
  }
}

function readBytes(bytes: ByteReader): Cursor {
  const epoch = bytes.text();
  const size = bytes.count();
  const numbers = new Map<Scope, number>();
  const loaded: Scope[] = [];
  let id = 0;
  for (let index = 0; index < size; index += 1) {
    const head = bytes.count();
    id += bytes.difference();
    const scope = scopeFrom(scopeKinds[head >> 1], id);
    numbers.set(scope, bytes.count());
    if (head % 2 === 1) loaded.push(scope);
  }
  if (numbers.size !== size) throw new RangeError('a scope occurs twice');
  const cursor = { epoch, numbers };
  if (loaded.length === 0) return bytes.ended(cursor);
  const resource = bytes.text();
  const scope = [...numbers.keys()][bytes.count()];
  if (scope === undefined || !loaded.includes(scope)) throw new RangeError('the load is in none of its scopes');
  return bytes.ended({ ...cursor, loading: { scopes: loaded, resource, scope, below: bytes.count() } });
}

function partsOf(scope: Scope): { readonly kind: (typeof scopeKinds)[number]; readonly id: number } {
  const [kind, id = '0'] = scope.split(':') as [(typeof scopeKinds)[number], string?];
  return { kind, id: Number(id) };
}

function scopeFrom(kind: (typeof scopeKinds)[number] | undefined, id: number): Scope {
  if (kind === undefined || !Number.isSafeInteger(id) || id < 0) throw new RangeError('no such scope');
  return kind === 'all' ? kind : `${kind}:${id}`;
}

const count = z.int().check(z.nonnegative());
const scopeText = z.string().check(z.regex(/^[a-z-]+(:\d+)?$/));

/** The cursor of versions that wrote JSON. A load begins again, because its scopes were in another order. */
const jsonSchema = z.strictObject({
  epoch: z.string(),
  numbers: z.record(scopeText, count),
  loading: z.optional(z.strictObject({ scopes: z.array(scopeText), resource: z.string(), scope: scopeText, below: count })),
});

/** The cursor of versions that reloaded everything when the scopes changed: a number for each scope, and a hash of the scopes. */
const hashedSchema = z.strictObject({
  epoch: z.string(),
  scopes: z.string(),
  numbers: z.array(count),
  loading: z.optional(z.strictObject({ resource: z.string(), scope: count, below: count })),
});

function readJson(text: string, scopes: readonly Scope[]): Cursor | null {
  const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
  const cursor = jsonSchema.safeParse(value);
  if (!cursor.success) return readHashed(hashedSchema.parse(value), scopes);
  const { epoch, loading } = cursor.data;
  const numbers = new Map(Object.entries(cursor.data.numbers) as [Scope, number][]);
  const begun = loading && beginLoad(numbers, loading.scopes as Scope[]);
  return { epoch, numbers, ...(begun && { loading: begun }) };
}

function readHashed({ epoch, scopes: hash, numbers, loading }: z.infer<typeof hashedSchema>, scopes: readonly Scope[]): Cursor | null {
  if (hash !== digest('sha256', scopes.join(' '), 'base64url').slice(0, 16) || numbers.length !== scopes.length) return null;
  const place = { epoch, numbers: new Map(scopes.map((scope, index) => [scope, numbers[index] as number])) };
  const scope = scopes[loading?.scope ?? 0];
  return loading && scope ? { ...place, loading: { ...loading, scopes, scope } } : place;
}
