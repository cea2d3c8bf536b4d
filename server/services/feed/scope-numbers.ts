import type { Scope } from '#contract/scope.ts';
import { readCounters, writeCounters } from '#server/store/feed/changes.ts';
import type { WriteHandle } from '#server/store/store.ts';

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

  async save(trx: WriteHandle): Promise<void> {
    await writeCounters(trx, new Map([...this.#raised].map((scope) => [scope, this.#numbers.get(scope) as number])));
  }
}
