import { hash as digest } from 'node:crypto';
import * as z from 'zod';
import { resources } from '#contract/resources.ts';
import { windows } from '#contract/rules/windows.ts';
import { type Scope, scopeKinds } from '#contract/scope.ts';
import { catalogue } from '#server/resources/catalogue/modules.ts';
import type { ModuleDefinition } from '#server/resources/definition/module-definition.ts';
import { ByteReader, ByteWriter } from './byte-text.ts';

/**
 * The position of a reader in the feed. `numbers` has the last number read in each scope of the mirror: parked scopes first, oldest first.
 * `loading` has the scopes being loaded and the next position: a resource in a scope, and its highest unread number.
 */
export interface Cursor {
  readonly epoch: string;
  readonly numbers: ReadonlyMap<Scope, number>;
  /** The scopes of which the mirror has only windows; absent without any. */
  readonly windowed?: ReadonlySet<Scope>;
  readonly loading?: Loading;
}

export interface Loading {
  readonly scopes: readonly Scope[];
  readonly resource: string;
  readonly scope: Scope;
  /** For the newest rows of a windowed scope: the order above the next row. */
  readonly below: number;
  /** The lowest order to load, as far as it is known; only for the newest rows of a windowed scope. */
  readonly floor?: number;
}

/**
 * Returns marks of the module catalogue, because definitions in code become part of rows. A new module leaves existing rows unchanged, so
 * each prefix of the modules, by age, has its own mark.
 */
export function marksOf(modules: readonly ModuleDefinition[]): string[] {
  const byAge = modules.toSorted((one, other) => one.id - other.id);
  return byAge.map((_, last) => digest('sha256', JSON.stringify(byAge.slice(0, last + 1)), 'base64url').slice(0, 8));
}

const marks = marksOf(catalogue);

/** The mark of the first fourteen modules was computed differently (decision 13). Remove it when no tombstones of that time are left. */
const former = { mark: 'WwN1uyVi', now: 'acZUCuEE' };

/** Returns the name of the history that rows belong to: the epoch of the database with the mark of the modules. */
export function epochOf(databaseEpoch: string): string {
  return `${databaseEpoch}.${marks.at(-1)}`;
}

/** Returns whether rows that were read in `epoch` are still valid. */
export function isStillOf(epoch: string, databaseEpoch: string): boolean {
  const good = marks.includes(former.now) ? [...marks, former.mark] : marks;
  return good.some((mark) => epoch === `${databaseEpoch}.${mark}`);
}

/** Distinguishes this format from the JSON of earlier versions, which begins with `eyJ` in base64url. */
const format = '3.';

/** The format with a mark of windowed scopes and a floor. Cursors without such scopes keep the other one. */
const formatOfWindows = '4.';

/** The same bytes, but a load in another order of the resources. */
const formatOfOtherOrder = '2.';

/** Returns the beginning of a load of `scopes`, in the order of `numbers`, the only order that a cursor stores. */
export function beginLoad(numbers: Cursor['numbers'], scopes: readonly Scope[]): Loading | undefined {
  const ordered = [...numbers.keys()].filter((scope) => scopes.includes(scope));
  const [scope] = ordered;
  return scope && { scopes: ordered, resource: resources[0].name, scope, below: numbers.get(scope)! };
}

/**
 * Encodes a cursor in a few bytes for each scope, because it is part of an address and proxies limit those to 8 kB: event ids are
 * differences, and one bit marks a scope that is being loaded.
 */
export function writeCursor({ epoch, numbers, windowed, loading }: Cursor): string {
  const isWindowed = windowed !== undefined && windowed.size > 0;
  const bytes = new ByteWriter();
  bytes.text(epoch);
  bytes.count(numbers.size);
  const scopes = [...numbers.keys()];
  const loaded = new Set(loading?.scopes);
  let previous = 0;
  for (const [scope, number] of numbers) {
    const { kind, id } = partsOf(scope);
    const head = isWindowed ? scopeKinds.indexOf(kind) * 2 + Number(windowed.has(scope)) : scopeKinds.indexOf(kind);
    bytes.count(head * 2 + Number(loaded.has(scope)));
    bytes.difference(id - previous);
    bytes.count(number);
    previous = id;
  }
  if (loading) {
    bytes.text(loading.resource);
    bytes.count(scopes.indexOf(loading.scope));
    bytes.count(loading.below);
    if (isWindowed && hasFloor(loading)) bytes.count(loading.floor === undefined ? 0 : loading.floor + 1);
  }
  return (isWindowed ? formatOfWindows : format) + bytes.toString();
}

const hasFloor = ({ resource }: Pick<Loading, 'resource'>): boolean => windows[resource]?.kind === 'newest';

/** Returns null for an invalid text, or for a cursor of an earlier version whose scopes are not `scopes`. */
export function readCursor(text: string, scopes: readonly Scope[]): Cursor | null {
  try {
    if (text.startsWith(format)) return readBytes(new ByteReader(text.slice(format.length)));
    if (text.startsWith(formatOfWindows)) return readBytes(new ByteReader(text.slice(formatOfWindows.length)), true);
    if (text.startsWith(formatOfOtherOrder)) {
      const cursor = readBytes(new ByteReader(text.slice(formatOfOtherOrder.length)));
      return restarted(cursor, cursor.loading?.scopes);
    }
    return readJson(text, scopes);
  } catch {
    return null;
  }
}

function readBytes(bytes: ByteReader, marksWindows = false): Cursor {
  const epoch = bytes.text();
  const size = bytes.count();
  const numbers = new Map<Scope, number>();
  const loaded: Scope[] = [];
  const windowed = new Set<Scope>();
  let id = 0;
  for (let index = 0; index < size; index += 1) {
    const head = bytes.count();
    id += bytes.difference();
    const scope = scopeFrom(scopeKinds[head >> (marksWindows ? 2 : 1)], id);
    numbers.set(scope, bytes.count());
    if (marksWindows && (head & 2) > 0) windowed.add(eventScope(scope));
    if (head % 2 === 1) loaded.push(scope);
  }
  if (numbers.size !== size) throw new RangeError('a scope occurs twice');
  const cursor = { epoch, numbers, ...(windowed.size > 0 && { windowed }) };
  if (loaded.length === 0) return bytes.ended(cursor);
  const resource = bytes.text();
  const scope = [...numbers.keys()][bytes.count()];
  if (scope === undefined || !loaded.includes(scope)) throw new RangeError('the load is in none of its scopes');
  const loading = { scopes: loaded, resource, scope, below: bytes.count() };
  const floor = windowed.size > 0 && hasFloor(loading) ? bytes.count() : 0;
  return bytes.ended({ ...cursor, loading: { ...loading, ...(floor > 0 && { floor: floor - 1 }) } });
}

function partsOf(scope: Scope): { readonly kind: (typeof scopeKinds)[number]; readonly id: number } {
  const [kind, id = '0'] = scope.split(':') as [(typeof scopeKinds)[number], string?];
  return { kind, id: Number(id) };
}

function scopeFrom(kind: (typeof scopeKinds)[number] | undefined, id: number): Scope {
  if (kind === undefined || !Number.isSafeInteger(id) || id < 0) throw new RangeError('no such scope');
  return kind === 'all' ? kind : `${kind}:${id}`;
}

function eventScope(scope: Scope): Scope {
  if (!scope.startsWith('event:')) throw new RangeError('only events have windows');
  return scope;
}

const count = z.int().nonnegative();
const scopeText = z.string().regex(/^[a-z-]+(:\d+)?$/);

/** The JSON cursor of earlier versions. */
const jsonSchema = z.strictObject({
  epoch: z.string(),
  numbers: z.record(scopeText, count),
  loading: z.strictObject({ scopes: z.array(scopeText), resource: z.string(), scope: scopeText, below: count }).optional(),
});

/** The cursor of versions that reloaded everything when the scopes changed: a number for each scope, and a hash of the scopes. */
const hashedSchema = z.strictObject({
  epoch: z.string(),
  scopes: z.string(),
  numbers: z.array(count),
  loading: z.strictObject({ resource: z.string(), scope: count, below: count }).optional(),
});

function readJson(text: string, scopes: readonly Scope[]): Cursor | null {
  const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
  const cursor = jsonSchema.safeParse(value);
  if (!cursor.success) return readHashed(hashedSchema.parse(value), scopes);
  const { epoch, loading } = cursor.data;
  const numbers = new Map(Object.entries(cursor.data.numbers) as [Scope, number][]);
  return restarted({ epoch, numbers }, loading?.scopes as Scope[] | undefined);
}

/** Returns the cursor with its load at the beginning: another version loaded the resources or scopes in another order. */
function restarted({ epoch, numbers }: Omit<Cursor, 'loading'>, loaded: readonly Scope[] | undefined): Cursor {
  const loading = loaded && beginLoad(numbers, loaded);
  return { epoch, numbers, ...(loading && { loading }) };
}

function readHashed({ epoch, scopes: hash, numbers, loading }: z.infer<typeof hashedSchema>, scopes: readonly Scope[]): Cursor | null {
  if (hash !== digest('sha256', scopes.join(' '), 'base64url').slice(0, 16) || numbers.length !== scopes.length) return null;
  const place = { epoch, numbers: new Map(scopes.map((scope, index) => [scope, numbers[index] as number])) };
  return restarted(place, loading && scopes);
}
