import { Dexie, type Table } from 'dexie';
import type { BaseRow, RowId, RowOf } from '../../contract/resource.ts';
import type { ResourceName, resources } from '../../contract/resources.ts';
import type { Draft, MetaRecord, News, OutboxEntry, Stored, WaitingBytes } from './records.ts';
import { spendNextAtLimit } from './after-limit.ts';
import { mirrorNames, tables } from './tables.ts';

type ResourceNamed<Name extends ResourceName> = Extract<(typeof resources)[number], { name: Name }>;

/**
 * One database per user: the outbox and drafts, which are theirs alone, and the mirror, which can be loaded again. `life` counts how often it
 * was given up on this device: its successor has another name, so that nobody waits for the old one to be deleted.
 */
export const databaseName = (userId: number, life = 0): string => `event-companion-${userId}${life === 0 ? '' : `-${life}`}`;

/** Raised by one with each change of a table that devices have already, and by two where one goes. */
const changedTables = 1;

/** The number of this layout: it rises with each table that is added. While it was the contract's it was 6 at most. */
export const databaseVersion = Object.keys(tables).length + changedTables;

export class EventDatabase extends Dexie {
  declare outbox: Table<OutboxEntry, number, Omit<OutboxEntry, 'seq'>>;
  declare meta: Table<MetaRecord, string>;
  declare drafts: Table<Draft, string>;
  declare blobs: Table<WaitingBytes, string>;
  declare news: Table<News, number, Omit<News, 'id'>>;
  readonly userId: number;
  readonly life: number;
  readonly #factory: IDBFactory | undefined;
  /** Called before this connection lets go of the database because another tab upgrades it. */
  onUpgradeElsewhere: () => Promise<void> = async () => undefined;

  /** Strict durability: what a transaction has stored survives a kill of the browser and a power cut. */
  constructor(userId: number, { life = 0, ...options }: { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange; life?: number } = {}) {
    super(databaseName(userId, life), { chromeTransactionDurability: 'strict', ...options });
    this.userId = userId;
    this.life = life;
    this.#factory = options.indexedDB ?? globalThis.indexedDB;
    // From an older layout Dexie adds what is missing and leaves the rest as it is.
    this.version(databaseVersion).stores(tables);
    this.use({
      stack: 'dbcore',
      name: 'after-limit',
      create: (core) => ({
        ...core,
        transaction: (...asked) => {
          const transaction = core.transaction(...asked);
          spendNextAtLimit(transaction as IDBTransaction);
          return transaction;
        },
      }),
    });
    // A deletion waits for a tab that sleeps; that is no fault to warn of.
    this.on('blocked', () => false);
    // Another tab may upgrade or delete the database: let go instead of blocking it.
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion === null) this.close();
      else void this.onUpgradeElsewhere().finally(() => this.close());
      // Dexie would close too, and warn about it.
      return false;
    });
  }

  /** The last life of this person's database that is on the device, as far as the browser tells. */
  async lastLife(): Promise<number> {
    const there = (await this.#factory?.databases?.()) ?? [];
    const lives = there.map(({ name }) => new RegExp(`^${databaseName(this.userId)}-(\\d+)$`).exec(name ?? '')?.[1]);
    return Math.max(0, ...lives.map((life) => Number(life ?? 0)));
  }

  mirror<Name extends ResourceName>(name: Name): Table<Stored<RowOf<ResourceNamed<Name>>>, RowId>;
  mirror(name: string): Table<Stored<BaseRow>, RowId>;
  mirror(name: string): unknown {
    return this.table(name);
  }

  /** All mirror tables, for transactions that reload them. */
  get mirrorTables(): Table<Stored<BaseRow>, RowId>[] {
    return mirrorNames.map((name) => this.table(name));
  }
}
