import { Dexie, type Table } from 'dexie';
import type { BaseRow, RowId, RowOf } from '#contract/resource.ts';
import type { Participant } from '#contract/resources/participants.ts';
import type { ResourceName, resources } from '#contract/resources.ts';
import type { Draft, FetchedPage, MetaRecord, UnseenChange, OutboxEntry, Stored, WaitingBytes } from './records.ts';
import { spendNextAtLimit } from './after-limit.ts';
import { mirrorNames, tables } from './tables.ts';

type ResourceNamed<Name extends ResourceName> = Extract<(typeof resources)[number], { name: Name }>;

/**
 * One database per account: outbox, drafts and mirror. `life` counts how often it was replaced on this device: the next one has another
 * name, so that a sign-in never waits for the deletion of the old one.
 */
export const databaseName = (userId: number, life = 0): string => `event-companion-${userId}${life === 0 ? '' : `-${life}`}`;

/** Add one for each change of an existing table, and two for each deleted table. */
const changedTables = 2;

/** The version of this layout, which rises with each new table. Older apps used the contract version, at most 6. */
export const databaseVersion = Object.keys(tables).length + changedTables;

export class EventDatabase extends Dexie {
  declare outbox: Table<OutboxEntry, number, Omit<OutboxEntry, 'seq'>>;
  declare meta: Table<MetaRecord, string>;
  declare drafts: Table<Draft, string>;
  declare blobs: Table<WaitingBytes, string>;
  declare pages: Table<FetchedPage, string>;
  declare news: Table<UnseenChange, number, Omit<UnseenChange, 'id'>>;
  /** Returns a row in place of a person of a big event whom the mirror may lack; set while an engine can fetch the person. */
  declare standIn?: (id: string) => Participant | undefined;
  readonly userId: number;
  readonly life: number;
  readonly #factory: IDBFactory | undefined;
  /** Called before this connection closes because another tab upgrades the database. */
  onUpgradeElsewhere: () => Promise<void> = async () => undefined;

  /** Strict durability: a finished transaction survives a killed browser and a power cut. */
  constructor(userId: number, { life = 0, ...options }: { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange; life?: number } = {}) {
    super(databaseName(userId, life), { chromeTransactionDurability: 'strict', ...options });
    this.userId = userId;
    this.life = life;
    this.#factory = options.indexedDB ?? globalThis.indexedDB;
    // Dexie adds missing tables and indexes to an older layout and keeps the rest.
    this.version(databaseVersion).stores(tables);
    this.use({
      stack: 'dbcore',
      name: 'after-limit',
      create: (core) => ({
        ...core,
        transaction: (...options) => {
          const transaction = core.transaction(...options);
          spendNextAtLimit(transaction as IDBTransaction);
          return transaction;
        },
      }),
    });
    // A sleeping tab may delay a deletion, which is no fault to warn about.
    this.on('blocked', () => false);
    // Close instead of blocking another tab that upgrades or deletes the database.
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion === null) this.close();
      else void this.onUpgradeElsewhere().finally(() => this.close());
      // Dexie would close the connection, too, and log a warning.
      return false;
    });
  }

  /** Returns the highest `life` of this account's databases on the device, if the browser lists them. */
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

  /**
   * Runs the reads of one screen in one transaction: each further one costs a slow phone several milliseconds. `reads` awaits nothing but
   * this database.
   */
  readTogether<T>(reads: () => Promise<T>): Promise<T> {
    return this.transaction('r', [...this.mirrorTables, this.meta, this.news], reads);
  }

  get mirrorTables(): Table<Stored<BaseRow>, RowId>[] {
    return mirrorNames.map((name) => this.table(name));
  }
}
