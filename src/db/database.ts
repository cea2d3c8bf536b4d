import { Dexie, type Table } from 'dexie';
import type { BaseRow, RowId, RowOf } from '../../contract/resource.ts';
import { resources, type ResourceName } from '../../contract/resources.ts';
import type { Draft, MetaRecord, News, OutboxEntry, Stored, WaitingBytes } from './records.ts';

type ResourceNamed<Name extends ResourceName> = Extract<(typeof resources)[number], { name: Name }>;

/** One database per user: the outbox and drafts, which are theirs alone, and the mirror, which can be loaded again. */
export const databaseName = (userId: number): string => `event-companion-${userId}`;

const ownTables = {
  outbox: '++seq, &key, state, *entities',
  meta: 'name',
  drafts: 'id',
  news: '++id, [resource+rowId]',
  blobs: 'id',
};

/** Tables and their indexes, as Dexie writes them. */
const tables: Readonly<Record<string, string>> = {
  ...ownTables,
  ...Object.fromEntries(resources.map(({ name, indexes }) => [name, ['id', ...indexes].join(', ')])),
};

/** Raised by one with each change of a table that devices have already, and by two where one goes. */
const changedTables = 0;

/** The number of this layout: it rises with each table that is added. While it was the contract's it was 6 at most. */
export const databaseVersion = Object.keys(tables).length + changedTables;

export class EventDatabase extends Dexie {
  declare outbox: Table<OutboxEntry, number, Omit<OutboxEntry, 'seq'>>;
  declare meta: Table<MetaRecord, string>;
  declare drafts: Table<Draft, string>;
  declare blobs: Table<WaitingBytes, string>;
  declare news: Table<News, number, Omit<News, 'id'>>;
  readonly userId: number;

  /** Strict durability: what a transaction has stored survives a kill of the browser and a power cut. */
  constructor(userId: number, options: { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange } = {}) {
    super(databaseName(userId), { chromeTransactionDurability: 'strict', ...options });
    this.userId = userId;
    // From an older layout Dexie adds what is missing and leaves the rest as it is.
    this.version(databaseVersion).stores(tables);
    // A deletion waits for a tab that sleeps; that is no fault to warn of.
    this.on('blocked', () => false);
    // Another tab may upgrade or delete the database: let go at once instead of blocking it.
    this.on('versionchange', () => {
      this.close();
      // Dexie would close too, and warn about it.
      return false;
    });
  }

  mirror<Name extends ResourceName>(name: Name): Table<Stored<RowOf<ResourceNamed<Name>>>, RowId>;
  mirror(name: string): Table<Stored<BaseRow>, RowId>;
  mirror(name: string): unknown {
    return this.table(name);
  }

  /** All mirror tables, for transactions that reload them. */
  get mirrorTables(): Table<Stored<BaseRow>, RowId>[] {
    return resources.map(({ name }) => this.table(name));
  }
}
