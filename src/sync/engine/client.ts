import type { EventDatabase } from '#db/database.ts';
import { PendingWork } from './pending-work.ts';
import type { DraftWriter } from './drafts.ts';
import type { Engine } from './engine.ts';
import { type CurrentContext, readCurrentContext } from '../mirror/current-context.ts';
import { type Observable, observed, observedQuery } from '#lib/observable.ts';
import type { EarlyPorts, KeyValueStore } from '../device/ports.ts';
import { withRoom } from '../device/with-room.ts';
import { withReopening } from '../device/reopen-database.ts';
import { initialStatus, type SyncStatus } from './status.ts';
import { StorageError, storageProblemOf } from '../device/storage.ts';
import type { Call, Outcome } from '../wire/transport.ts';
import type { UploadProgress } from '../exchange/upload.ts';

/**
 * The sync client of one person in one tab, used by screens. It reads the mirror at once and publishes the sync status. The engine may be
 * loaded after the first screen: `engine` waits for it.
 */
export class SyncClient {
  readonly db: EventDatabase;
  readonly context: Observable<CurrentContext | undefined>;
  readonly activity = new PendingWork();
  readonly drafts = new Set<DraftWriter>();
  readonly status = observed<SyncStatus>(initialStatus);
  /** Outbox places (`seq`) of the commands whose form shows the server's answer itself. */
  readonly awaited = observed<ReadonlySet<number>>(new Set());
  readonly upload = observed<UploadProgress | null>(null);
  readonly #ports: EarlyPorts;
  readonly #load: () => Promise<unknown>;
  #engine: Engine | null = null;
  #stopped = false;
  #visible = true;
  #unwatchContext = (): void => undefined;

  /** `load` resolves after it attached an engine, or without one if none can be loaded. */
  constructor({ db, ports, load = () => Promise.resolve() }: { db: EventDatabase; ports: EarlyPorts; load?: () => Promise<unknown> }) {
    this.db = db;
    this.#ports = ports;
    this.#load = load;
    this.context = observedQuery(
      () =>
        withReopening(
          db,
          () => readCurrentContext(db),
          () => this.#stopped,
        ),
      (error) => this.noteProblem(error),
    );
  }

  get userId(): number {
    return this.db.userId;
  }

  /** The device's store outside the databases of accounts. */
  get store(): KeyValueStore {
    return this.#ports.store;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  watchContext(): void {
    this.#unwatchContext();
    this.#unwatchContext = this.context.subscribe(() => undefined);
  }

  attach(engine: Engine): void {
    this.#engine = engine;
    if (!this.#visible) engine.setVisible(false);
  }

  start(): void {
    this.watchContext();
    this.#engine?.start();
  }

  /** Ends all loops. Pending work may still end, but cannot write to a closed database. */
  stop(): void {
    this.#stopped = true;
    this.#engine?.stop();
    this.#unwatchContext();
  }

  /** Resolves when the engine is loaded, or rejects with a `StorageError` if it cannot be loaded. */
  async engine(): Promise<Engine> {
    if (this.#engine) return this.#engine;
    const error = await this.activity.during(this.#load).catch((reason: unknown) => reason);
    if (!this.#engine) throw new StorageError('lost', error ?? new Error('somebody else is here now'));
    return this.#engine;
  }

  newId(): string {
    return this.#ports.newId();
  }

  /** Sends one authorised request that is no command: now or not at all. Never rejects. */
  async call(call: Pick<Call, 'method' | 'path' | 'body' | 'timeout' | 'headers'>): Promise<Outcome> {
    const engine = await this.engine().catch(() => null);
    return engine ? engine.call(call) : { kind: 'no-network' };
  }

  /** Sends and pulls at once, regardless of the back-off. Never rejects. Resolves after the texts were tried; pictures may take longer. */
  async syncNow(): Promise<void> {
    const engine = await this.engine().catch(() => null);
    await engine?.syncNow();
  }

  /** Like `syncNow`, but waits for the pictures, too. */
  async sendAll(): Promise<void> {
    const engine = await this.engine().catch(() => null);
    await engine?.sendAll();
  }

  /** Stores the unsent content of a form, without the engine. Reports a storage problem in the status and throws the error. */
  async keep(work: () => Promise<void>): Promise<void> {
    try {
      const store = (): Promise<void> => withReopening(this.db, work, () => this.#stopped);
      await this.activity.during(() => withRoom(this.#ports, store));
    } catch (error) {
      const storageProblem = storageProblemOf(error);
      if (storageProblem !== null && !this.#stopped) this.note({ storageProblem });
      throw error;
    }
  }

  async networkMayBeBack(): Promise<void> {
    await this.#engine?.networkMayBeBack();
  }

  /** Pulls to verify the browser's report; an answer that was already on its way proves nothing. */
  networkLost(): void {
    this.#engine?.networkLost();
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    this.#engine?.setVisible(visible);
  }

  note(part: Partial<SyncStatus>): void {
    const before = this.status.get();
    const isNew = Object.entries(part).some(([name, value]) => !Object.is(before[name as keyof SyncStatus], value));
    if (isNew) this.status.set({ ...before, ...part });
  }

  /** Shows a storage problem in the status, and reports any other error as a fault. */
  noteProblem(error: unknown): void {
    if (this.#stopped) return;
    const problem = storageProblemOf(error);
    if (problem === null) this.#ports.reportFault(error);
    else this.note({ storageProblem: problem });
  }
}
