import { type BaseRow, entityKey, type RowId } from '#contract/resource.ts';
import { resourceNamed } from '#contract/resources.ts';
import type { Scope } from '#contract/scope.ts';
import type { AnyDescriptor } from '#server/resources/definition/descriptor.ts';
import { descriptors } from '#server/resources/catalogue/descriptors.ts';
import { isFirstJoin, type Pointer, readCounters, writeCounters, writePointers } from '#server/store/feed/changes.ts';
import { writeMentions } from '#server/store/feed/mentions.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import type { WriteHandle } from '#server/store/store.ts';

/** One changed row. `rowBefore` is null for a created row, `rowAfter` for a removed one. */
export interface RowChange {
  readonly resource: string;
  readonly rowBefore: BaseRow | null;
  readonly rowAfter: BaseRow | null;
  /** The idempotency key of the command that made the change, and the person of the command. */
  readonly key?: string | undefined;
  readonly keyUser?: number | undefined;
}

/** Returns the change of a row that this transaction has just inserted. */
export async function addedRow(trx: WriteHandle, resource: string, id: RowId): Promise<RowChange> {
  return { resource, rowBefore: null, rowAfter: await readRow(trx, resource, id) };
}

/**
 * Records all changes of a transaction in the change log, in order: call it once, as the last step. A row that left a scope becomes a
 * tombstone there. The version of a removed row grows by one. `now` is in milliseconds since the epoch.
 */
export async function recordChanges(
  trx: WriteHandle,
  changes: readonly RowChange[],
  now: number,
  numbers: ScopeNumbers = new ScopeNumbers(),
): Promise<void> {
  const touched = changes
    .flatMap(withViews)
    .map((change) => ({ change, before: scopesOf(change, 'rowBefore'), after: scopesOf(change, 'rowAfter') }));
  await numbers.load(
    trx,
    touched.flatMap(({ before, after }) => [...before, ...after]),
  );
  const pointers = new Map<string, Pointer>();
  for (const { change, before, after } of touched) {
    const { id, version } = change.rowAfter ?? tombstoneOf(change);
    for (const scope of new Set([...before, ...after])) {
      pointers.set(`${scope} ${entityKey({ resource: change.resource, id })}`, {
        scope,
        resource: change.resource,
        rowId: String(id),
        number: numbers.next(scope),
        version,
        gone: !after.includes(scope),
        key: change.key ?? null,
        keyUser: change.key === undefined ? null : (change.keyUser ?? null),
      });
    }
  }
  await writeMentions(trx, changes);
  await writePointers(trx, [...pointers.values()], now);
  const byScope = Map.groupBy(pointers.values(), ({ scope }) => scope);
  const joined = [...byScope].flatMap(([scope, ofScope]) => (ofScope.every(isFirstJoin) ? [scope] : []));
  await numbers.save(trx, new Set(joined));
}

const viewsByResource = Map.groupBy(
  (descriptors as readonly AnyDescriptor[]).filter(({ viewOf }) => viewOf !== undefined),
  ({ viewOf }) => viewOf as string,
);

/** Adds the changes of the row's views, without the key: their readers must not learn who made the change. */
function withViews(change: RowChange): readonly RowChange[] {
  const { resource, rowBefore, rowAfter } = change;
  return [change, ...(viewsByResource.get(resource) ?? []).map((view) => ({ resource: view.resource.name, rowBefore, rowAfter }))];
}

export function reaches(change: RowChange, scope: Scope): boolean {
  return scopesOf(change, 'rowBefore').includes(scope) || scopesOf(change, 'rowAfter').includes(scope);
}

function scopesOf(change: RowChange, side: 'rowBefore' | 'rowAfter'): readonly Scope[] {
  const row = change[side];
  return row ? resourceNamed(change.resource).scopes(row) : [];
}

function tombstoneOf({ resource, rowBefore }: RowChange): BaseRow {
  if (!rowBefore) throw new TypeError(`a change of ${resource} from nothing to nothing`);
  return { id: rowBefore.id, version: rowBefore.version + 1 };
}

/** The change numbers of scopes during one transaction: read once, assigned in memory, written at its end. */
export class ScopeNumbers {
  readonly #numbers = new Map<Scope, number>();
  readonly #raised = new Set<Scope>();

  async load(trx: WriteHandle, scopes: readonly Scope[]): Promise<void> {
    const unknown = [...new Set(scopes)].filter((scope) => !this.#numbers.has(scope));
    const counters = await readCounters(trx, unknown);
    for (const scope of unknown) this.#numbers.set(scope, counters.get(scope)?.number ?? 0);
  }

  next(scope: Scope): number {
    const number = this.peek(scope);
    this.#numbers.set(scope, number);
    this.#raised.add(scope);
    return number;
  }

  /** Returns the number that `next` would assign. Throws a `TypeError` for a scope that was not loaded. */
  peek(scope: Scope): number {
    const number = this.#numbers.get(scope);
    if (number === undefined) throw new TypeError(`the counter of ${scope} was not read`);
    return number + 1;
  }

  async save(trx: WriteHandle, joined: ReadonlySet<Scope>): Promise<void> {
    await writeCounters(trx, new Map([...this.#raised].map((scope) => [scope, this.#numbers.get(scope) as number])), joined);
  }
}
