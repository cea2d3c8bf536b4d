import pg from 'pg';
import type { Scope } from '#contract/scope.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { noticesOf, notify } from '#server/store/postgres/listener.ts';
import { openStore, type Store, storeFailureOf } from '#server/store/store.ts';
import { type Home, KeptDatabase } from '#tests/fixtures/databases/kept-database.ts';
import type { SimulatedClock } from '../world/clock.ts';
import type { ProcessResources, ServerStorage } from '../server/server-storage.ts';
import { waitAlsoFor } from '../world/idle.ts';
import type { Random } from '../world/random.ts';
import type { Moment } from '../server/statements.ts';
import { cryptoAtOnce } from './crypto-at-once.ts';
import { DatabaseTurns } from './database-turns.ts';
import { Life } from './life.ts';
import { tapeOnPostgres } from './tape.ts';

export interface Hosting {
  readonly home: Home;
  readonly servers: number;
}

/** So few that all of them are in use now and then. */
const connections = 4;

/** A kill "anywhere" comes within so many statements. */
const soon = 40;

/** In ms: longer than any notice travels or any lost listener is away. */
const longest = 30_000;

/** Waiting for locks is limited by turns, not by time. */
const settings = '-c lock_timeout=60000 -c statement_timeout=60000 -c deadlock_timeout=100';

/** Offsets (ms) of a machine's clock from the database's. */
const machines = [0, 3_600_000, -86_400_000];

interface Parts extends Pick<PostgresStorage, 'servers' | 'store' | 'turns'> {
  readonly url: string;
  readonly random: Random;
  readonly clock: SimulatedClock;
}

interface Living {
  readonly life: Life;
  readonly store: Store;
}

/** A PostgreSQL database that several servers share, each with connections of its own. */
export class PostgresStorage implements ServerStorage {
  readonly servers: number;
  readonly store: Store;
  readonly tape = tapeOnPostgres;
  readonly moments: readonly Moment[] = ['before-commit', 'after-commit', 'anywhere'];
  readonly turns: DatabaseTurns;
  readonly #random: Random;
  readonly #clock: SimulatedClock;
  readonly #url: string;
  readonly #release: () => Promise<void>;
  readonly #living = new Map<Store, Living>();
  #lives = 0;
  #marks = 0;

  private constructor({ servers, url, store, turns, random, clock }: Parts, release: () => Promise<void>) {
    this.servers = servers;
    this.store = store;
    this.turns = turns;
    this.#random = random;
    this.#clock = clock;
    this.#url = url;
    this.#release = release;
    turns.onNotified = () => this.#releaseNotices();
    waitAlsoFor(() => this.whenIdle());
  }

  static async open({ home, servers }: Hosting, random: Random, clock: SimulatedClock): Promise<PostgresStorage> {
    const database = await KeptDatabase.take(home);
    const observer = new pg.Client(database.url);
    await observer.connect();
    const store = await openStore({ url: database.url, connections: 2 });
    const undo = cryptoAtOnce();
    // Loaded beforehand; later only the first seed of a thread would load it from the disk.
    await import('#server/images/re-encode.ts');
    const turns = new DatabaseTurns(random, observer, () => clock.now());
    return new PostgresStorage({ servers, url: database.url, store, turns, random, clock }, async () => {
      turns.close();
      undo();
      await store.close();
      await observer.end();
      await database.giveBack();
    });
  }

  /** Each machine has another time; only the database's counts. */
  async openProcess(): Promise<ProcessResources> {
    this.#lives += 1;
    const life = new Life(`life-${this.#lives}`);
    this.turns.add(life);
    const params = new URLSearchParams({ application_name: life.name, options: settings });
    const url = `${this.#url}?${params.toString().replaceAll('+', '%20')}`;
    const ahead = this.#random.pick(machines);
    const store = await openStore({ url, connections, ticks: { now: () => this.#clock.now() + ahead } });
    this.#living.set(store, { life, store });
    const living = { life, store };
    return {
      store,
      clock: store.clock,
      ended: life.ended,
      during: (work) => this.turns.during(work),
      dieAt: (moment, onDeath) => this.#dieAt(living, moment, onDeath),
      die: () => this.#die(living),
      breakConnections: (onBreak) => this.#breakConnections(living, onBreak),
      cancelIncident: () => life.cancelIncident(),
      withoutNotices: (work) => this.#withoutNotices(living, work),
      end: async () => {
        this.#living.delete(store);
        await store.close();
      },
    };
  }

  #dieAt({ life, store }: Living, moment: Moment, onDeath: () => void): (() => void) | null {
    const isDueAt = moment === 'anywhere' ? this.#soon() : isCommit;
    const run = (): Promise<void> => {
      onDeath();
      return this.#die({ life, store });
    };
    return life.schedule({ side: moment === 'after-commit' ? 'after' : 'before', isDueAt, run });
  }

  async #die({ life, store }: Living): Promise<void> {
    this.#living.delete(store);
    await this.turns.kill(life);
    // This only ends its timers.
    void store.close();
  }

  #breakConnections(living: Living, onBreak: () => void): void {
    const side = this.#random.pick(['before', 'after'] as const);
    const isDueAt = this.#random.chance(0.3) ? isCommit : this.#soon();
    const run = async (): Promise<void> => {
      const isBack = living.life.isListening && listensAgain(living);
      await this.turns.cut(living.life);
      onBreak();
      if (isBack) await inTime(isBack);
    };
    living.life.schedule({ side, isDueAt, run });
  }

  async #withoutNotices(living: Living, work: () => Promise<void>): Promise<void> {
    const unblock = living.life.blockListener();
    const isBack = listensAgain(living);
    try {
      await this.turns.cutListener(living.life);
      await work();
    } finally {
      unblock();
    }
    await inTime(isBack);
  }

  /** Returns a condition that is true at one of the next statements. */
  #soon(): () => boolean {
    let left = 1 + this.#random.below(soon);
    return () => (left -= 1) === 0;
  }

  calmDown(): void {
    this.turns.isPatient = true;
  }

  whenIdle(): Promise<void> {
    return this.turns.whenIdle();
  }

  get fingerprint(): string {
    return this.turns.fingerprint;
  }

  isExpected(fault: unknown): boolean {
    return ['broken', 'busy'].includes(storeFailureOf(fault));
  }

  async close(): Promise<void> {
    waitAlsoFor(null);
    for (const living of this.#all) await this.#die(living);
    await this.#release();
  }

  get #all(): Living[] {
    return [...this.#living.values()];
  }

  /** Listeners process the notice before anything else happens, one after another, so that a seed repeats the same run. */
  async #releaseNotices(): Promise<void> {
    this.#marks += 1;
    const [mark] = noticesOf({ scopes: new Set([`user:-${this.#marks}` as Scope]), endedSessions: new Set() }) as [string];
    const hearing = this.#all.filter(({ life }) => life.isListening);
    const all = hearing.map(({ life }) => Promise.race([this.turns.whenNoticeArrived(life, mark), life.ended]));
    await notify(sqlOf(this.store.reading), [mark]);
    await inTime(Promise.all(all));
    for (const { life } of hearing) this.turns.releaseNotices(life);
  }
}

/** Resolves when a life that has lost its connection listens again, and assumes that it missed notices. */
async function listensAgain({ life, store }: Living): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const stop = store.onNews(({ scopes }) => scopes === 'all' && resolve(null));
  await Promise.race([promise, life.ended]).finally(stop);
}

const isCommit = (sql: string): boolean => sql === 'commit';

/** Throws when this takes too long. */
async function inTime(work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('a notice was not received')), longest);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
