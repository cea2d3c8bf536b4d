import type { AnyResource, ArgsOf, RowId } from '../../../contract/resource.ts';
import type { EventDatabase } from '../../db/database.ts';
import { PendingWork } from './pending-work.ts';
import type { Choice } from '../outbox/conflict.ts';
import type { Delivery } from './delivery.ts';
import type { DraftWriter } from './drafts.ts';
import type { Engine } from './engine.ts';
import { type CurrentContext, readCurrentContext } from '../mirror/current-context.ts';
import { type Observable, observed, observedQuery } from '../../lib/observable.ts';
import type { Command } from '../outbox/outbox.ts';
import type { EarlyPorts } from '../device/ports.ts';
import { withRoom } from '../device/with-room.ts';
import { withReopening } from '../device/reopen-database.ts';
import { initialStatus, type SyncStatus } from './status.ts';
import { StorageError, storageProblemOf } from '../device/storage.ts';
import type { Call, Outcome } from '../wire/transport.ts';
import type { UploadProgress } from '../exchange/upload.ts';

/**
 * What screens hold of one person in one tab: the mirror at once, and word of how it stands; commands go to the engine, which may come after
 * the first screen. What is asked of it before waits for it, and is thrown back as a `StorageError` where it does not come.
 */
export class SyncClient {
  readonly db: EventDatabase;
  readonly here: Observable<CurrentContext | undefined>;
  /** What is under way in this tab: writes, drains, pulls, and drafts that are not stored yet. */
  readonly activity = new PendingWork();
  /** The forms that are open in this tab and keep what is typed. */
  readonly drafts = new Set<DraftWriter>();
  readonly status = observed<SyncStatus>(initialStatus);
  /** The places in the outbox of those whose form tells what the server says of them. */
  readonly awaited = observed<ReadonlySet<number>>(new Set());
  /** The picture that is on its way from this tab. */
  readonly upload = observed<UploadProgress | null>(null);
  readonly #ports: EarlyPorts;
  readonly #load: () => Promise<unknown>;
  #engine: Engine | null = null;
  #stopped = false;
  #visible = true;
  #leaveHere = (): void => undefined;

  /** `load` resolves when the engine is there, if it comes. */
  constructor({ db, ports, load = () => Promise.resolve() }: { db: EventDatabase; ports: EarlyPorts; load?: () => Promise<unknown> }) {
    this.db = db;
    this.#ports = ports;
    this.#load = load;
    this.here = observedQuery(
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

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Reads what the first screen needs while the rest of the app gets ready. */
  watchHere(): void {
    this.#leaveHere();
    this.#leaveHere = this.here.subscribe(() => undefined);
  }

  /** Has this engine work for it, from its start on. */
  attach(engine: Engine): void {
    this.#engine = engine;
    if (!this.#visible) engine.setVisible(false);
  }

  start(): void {
    this.watchHere();
    this.#engine?.start();
  }

  /** Ends all loops; what is under way may still end, and changes nothing that a closed database would not allow. */
  stop(): void {
    this.#stopped = true;
    this.#engine?.stop();
    this.#leaveHere();
  }

  /** For a row whose id is needed before it is stored. */
  newId(): string {
    return this.#ports.newId();
  }

  /** Resolves with the row's id when the command is stored durably, and never waits for the network. Throws `Refusal` or `StorageError`. */
  async execute<R extends AnyResource, M extends keyof R['mutations'] & string>(
    resource: R,
    mutation: M,
    args: ArgsOf<R, M>,
    target: { id?: RowId; eventId: number },
  ): Promise<RowId> {
    return (await this.#working()).execute(resource, mutation, args, target);
  }

  /** The same for commands that belong together, none included; the draft that they were typed in, if any, goes with them. */
  async executeAll(commands: readonly Command[], draftId: string | null): Promise<RowId[]> {
    return (await this.#working()).executeAll(commands, draftId);
  }

  /**
   * The same, with word of what becomes of them, which is given as soon as a person who sent a form has waited long enough for it: at once
   * without network. What the server refuses by then is the draft again that it was made of, where the form of that draft is still there.
   */
  async deliver(
    commands: readonly Command[],
    form: { readonly draftId: string; readonly isThere: () => boolean } | null,
  ): Promise<{ readonly delivery: Promise<Delivery> }> {
    return (await this.#working()).deliver(commands, form);
  }

  /** A refused command once more, with changed arguments if given. */
  async resend(key: string, args?: unknown): Promise<void> {
    await (await this.#working()).resend(key, args);
  }

  /** Does what the person chose about a command in conflict. */
  async resolve(key: string, choice: Choice): Promise<void> {
    await (await this.#working()).resolve(key, choice);
  }

  /** The person has seen what others changed. */
  async markSeen(newsIds: readonly number[]): Promise<void> {
    await (await this.#working()).markSeen(newsIds);
  }

  /** One authorised call that is no command: it is made now or not at all. Never rejects. */
  async call(call: Pick<Call, 'method' | 'path' | 'body' | 'timeout' | 'headers'>): Promise<Outcome> {
    const engine = await this.#working().catch(() => null);
    return engine ? engine.call(call) : { kind: 'no-network' };
  }

  /** Whether the server has erased this person; null without its word. */
  async isErased(): Promise<boolean | null> {
    return (await this.#working()).isErased();
  }

  /** Asks for news now, and for nothing else. Resolves when asked. */
  async pull(): Promise<void> {
    await (await this.#working()).pull();
  }

  /** Throws commands away, and what hangs on them. */
  async discard(keys: readonly string[]): Promise<void> {
    await (await this.#working()).discard(keys);
  }

  /** The person asks: tries at once, whatever the back-off says. Never rejects; resolves when tried, but for pictures, which may take their time. */
  async syncNow(): Promise<void> {
    const engine = await this.#working().catch(() => null);
    await engine?.syncNow();
  }

  /** The same, and waits for pictures too. */
  async sendAll(): Promise<void> {
    const engine = await this.#working().catch(() => null);
    await engine?.sendAll();
  }

  /** Stores what a form holds and has not sent. Needs no engine; throws what the storage throws, which is told. */
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

  /** The person has seen what was lost. */
  async acknowledgeLoss(): Promise<void> {
    await (await this.#working()).acknowledgeLoss();
  }

  /** The network may be back: the browser says so. */
  async networkMayBeBack(): Promise<void> {
    await this.#engine?.networkMayBeBack();
  }

  /** The browser says so; asking tells for sure, and more than an answer that was already on its way. */
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

  /** What went wrong with the storage is in the status; anything else is a fault of ours. */
  noteProblem(error: unknown): void {
    if (this.#stopped) return;
    const problem = storageProblemOf(error);
    if (problem === null) this.#ports.reportFault(error);
    else this.note({ storageProblem: problem });
  }

  async #working(): Promise<Engine> {
    if (this.#engine) return this.#engine;
    const error = await this.activity.during(this.#load).catch((reason: unknown) => reason);
    if (!this.#engine) throw new StorageError('lost', error ?? new Error('somebody else is here now'));
    return this.#engine;
  }
}
