import type { RowId } from '#contract/resource.ts';
import type { HiddenPerson } from '#contract/resources/participants.ts';
import { type AnyRow, type Kind, kindNames, kindOf } from './kinds.ts';
import { type Group, type Query, SearchIndex } from './search-index.ts';

/** Reads rows of the mirror. */
export interface RowSource {
  /** Returns the rows of an event by an index, or all rows of a table without one. */
  all(table: string, index?: string): Promise<unknown[]>;
  /** Returns undefined for each row that does not exist. */
  some(table: string, ids: readonly RowId[]): Promise<unknown[]>;
}

/** The changed rows of each table; null if any row may have changed. */
export type Changes = ReadonlyMap<string, readonly RowId[] | null>;

export interface Answer {
  /** The text of the query. */
  readonly text: string;
  readonly groups: readonly Group[];
  /** False while rows are read for the first time. */
  readonly isComplete: boolean;
}

/** People whom the signed-in user has hidden. */
const hiddenPeople = 'hiddenPeople';

/** The tables that a search reads. */
export const searchedTables: readonly string[] = [hiddenPeople, ...kindNames];

/** Keeps an index level with the mirror, and answers the latest query again after each change. */
export class Searcher {
  readonly #source: RowSource;
  readonly #eventId: number;
  readonly #publish: (answer: Answer) => void;
  readonly #index = new SearchIndex();
  #query: Query | undefined;
  #isComplete = false;
  /** Changes that arrived while others are read. */
  #due = new Map<string, Set<RowId> | null>();
  #reading: Promise<void> | undefined;

  constructor(source: RowSource, eventId: number, publish: (answer: Answer) => void) {
    this.#source = source;
    this.#eventId = eventId;
    this.#publish = publish;
  }

  /** Reads all rows; short lists first, which can be found meanwhile. Rejects if the device cannot be read. */
  start(): Promise<void> {
    return this.change(new Map(searchedTables.map((table) => [table, null])));
  }

  /** Reads changed rows. Changes that come together are read once. */
  change(changes: Changes): Promise<void> {
    for (const [table, ids] of changes) {
      const known = this.#due.get(table);
      if (ids === null || known === null) this.#due.set(table, null);
      else this.#due.set(table, new Set([...(known ?? []), ...ids]));
    }
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  ask(query: Query): void {
    this.#query = query;
    this.#answer();
  }

  async #read(): Promise<void> {
    for (;;) {
      const [next] = this.#due;
      if (!next) break;
      const [table, ids] = next;
      this.#due.delete(table);
      await this.#readTable(table, ids);
      this.#answer();
    }
    this.#isComplete = true;
    this.#answer();
  }

  async #readTable(table: string, ids: ReadonlySet<RowId> | null): Promise<void> {
    if (table === hiddenPeople) {
      const rows = (await this.#source.all(table)) as HiddenPerson[];
      this.#index.hide(new Set(rows.flatMap(({ hidden, otherId }) => (hidden ? [otherId] : []))));
      return;
    }
    const kind = table as Kind;
    if (ids === null) {
      const rows = (await this.#source.all(table, kindOf(kind).index)) as AnyRow[];
      this.#index.load(
        kind,
        rows.filter((row) => this.#isShown(kind, row)),
      );
      return;
    }
    const named = [...ids];
    const rows = (await this.#source.some(table, named)) as (AnyRow | undefined)[];
    named.forEach((id, place) => {
      const row = rows[place];
      if (row && this.#isShown(kind, row)) this.#index.put(kind, row);
      else this.#index.remove(kind, id);
    });
  }

  /** Removed rows are kept until their removal is settled. */
  #isShown(kind: Kind, row: AnyRow): boolean {
    return !row.$gone && row.eventId === this.#eventId && kindOf(kind).isShown?.(row) !== false;
  }

  #answer(): void {
    if (!this.#query) return;
    this.#publish({ text: this.#query.text, groups: this.#index.search(this.#query), isComplete: this.#isComplete });
  }
}
