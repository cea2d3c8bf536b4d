import { liveQuery } from 'dexie';
import type { AnyResource, ArgsOf, RowId } from '../../../contract/resource.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import type { ApiClient } from '../wire/api-client.ts';
import { Activity } from './activity.ts';
import { type Choice, resolve } from '../outbox/conflict.ts';
import { Deliveries, type Delivery } from './delivery.ts';
import type { DraftWriter } from './drafts.ts';
import { readKept } from '../outbox/draft-pictures.ts';
import type { Connection } from '../wire/connection.ts';
import { type Here, readHere } from '../mirror/here.ts';
import { lastPlace } from '../mirror/wipe.ts';
import { Loop } from '../device/loop.ts';
import { type Observable, observed, observedQuery } from '../device/observable.ts';
import { type Command, command, countCommands, discard, requeue, takeBack } from '../outbox/outbox.ts';
import type { Ports } from '../device/ports.ts';
import { Receiver } from './receiver.ts';
import { reopenDatabase } from '../device/reopen-database.ts';
import { resetDelays, resetRetry } from '../exchange/retry.ts';
import { Sender } from './sender.ts';
import { initialStatus, type SyncStatus } from './status.ts';
import { isDatabaseLost, storageProblemOf } from '../device/storage.ts';
import type { Call, Outcome } from '../wire/transport.ts';
import type { UploadProgress } from '../exchange/upload.ts';
import { acknowledge, lostSince, reconcile } from '../outbox/witness.ts';
import { Writes } from './writes.ts';

/** The sync engine of one person in one tab: commands in, the mirror kept level, and word of how it stands. */
export class SyncClient {
  readonly db: EventDatabase;
  readonly here: Observable<Here | undefined>;
  /** What is under way in this tab: writes, drains, pulls, and drafts that are not stored yet. */
  readonly activity = new Activity();
  /** The forms that are open in this tab and keep what is typed. */
  readonly drafts = new Set<DraftWriter>();
  readonly #ports: Ports;
  readonly #api: ApiClient;
  readonly #connection: Connection;
  readonly #status = observed<SyncStatus>(initialStatus);
  readonly #writes: Writes;
  readonly #deliveries: Deliveries;
  readonly #sender: Sender;
  readonly #receiver: Receiver;
  readonly #lossLoop: Loop;
  readonly #stops: (() => void)[] = [];
  #stopped = false;
  #visible = true;
  #known: Promise<void> | null = null;

  /** `onWiped` hears, again and again, that somebody has cleared the mirror, which nothing fills then. */
  constructor({
    db,
    ports,
    api,
    connection,
    onWiped = () => undefined,
  }: {
    db: EventDatabase;
    ports: Ports;
    api: ApiClient;
    connection: Connection;
    onWiped?: () => void;
  }) {
    this.db = db;
    this.#ports = ports;
    this.#api = api;
    this.#connection = connection;
    const isStopped = (): boolean => this.#stopped;
    const onProblem = (error: unknown): void => this.#noteProblem(error);
    this.here = observedQuery(() => readHere(db), onProblem);
    this.#writes = new Writes({
      db,
      ports,
      activity: this.activity,
      isStopped,
      beKnown: () => this.#beKnown(),
      onProblem: (storageProblem) => {
        if (storageProblem !== this.#status.get().storageProblem) this.#note({ storageProblem });
      },
      onFault: onProblem,
    });
    this.#deliveries = new Deliveries({ db, ports, connection });
    const guarded = (task: () => Promise<number | null | void>): Promise<number | null> => this.activity.during(() => this.#guarded(task));
    const parts = { db, ports, api, isStopped, guarded, onProblem, note: (part: Partial<SyncStatus>) => this.#note(part) };
    const onReached = (): void => void this.activity.during(() => this.#sender.serverReached());
    this.#receiver = new Receiver(parts, { onReached, onWiped });
    this.#sender = new Sender(parts, () => {
      this.#receiver.pullUnlessPoked();
      this.#beWoken();
    });
    this.#lossLoop = new Loop(ports, () => guarded(() => this.#beKnown().then(() => reconcile(ports.store, db))));
  }

  get userId(): number {
    return this.db.userId;
  }

  get status(): Observable<SyncStatus> {
    return this.#status;
  }

  /** The picture that is on its way from this tab. */
  get upload(): Observable<UploadProgress | null> {
    return this.#sender.upload;
  }

  start(): void {
    // The first screen needs it: it is read while the rest of the app gets ready.
    this.#stops.push(this.here.subscribe(() => undefined));
    const counts = liveQuery(() => countCommands(this.db)).subscribe({
      next: (commands) => {
        this.#note(commands);
        if (commands.waiting > 0) this.#sender.wakeIdle();
      },
      error: (error) => this.#noteProblem(error),
    });
    this.#stops.push(
      () => counts.unsubscribe(),
      this.#connection.state.subscribe(() => this.#note({ connection: this.#connection.state.get() })),
      this.#connection.behind.subscribe(() => this.#note({ behind: this.#connection.behind.get() })),
      this.#connection.gateway.subscribe(() => this.#note({ gateway: this.#connection.gateway.get() })),
      () => this.db.on('ready').unsubscribe(onReopened),
    );
    const onReopened = (): void => this.#onReopened();
    this.db.on('ready', onReopened, true);
    this.#note({ connection: this.#connection.state.get(), behind: this.#connection.behind.get() });
    void this.#lossLoop.wake();
    this.#sender.start();
    this.#receiver.start();
  }

  /** Ends all loops; what is under way may still end, and changes nothing that a closed database would not allow. */
  stop(): void {
    this.#stopped = true;
    for (const part of [this.#sender, this.#receiver, this.#lossLoop]) part.stop();
    for (const stop of this.#stops) stop();
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
    const id = await this.#writes.enqueue(command(resource, mutation, args, target));
    this.#afterWrite();
    return id;
  }

  /** The same for commands that belong together, none included; the draft that they were typed in, if any, goes with them. */
  async executeAll(commands: readonly Command[], draftId: string | null): Promise<RowId[]> {
    const entries = await this.#writes.enqueueAll(commands, draftId);
    this.#afterWrite();
    return entries.map(({ id }) => id);
  }

  /**
   * The same, with word of what becomes of them, which is given as soon as a person who sent a form has waited long enough for it: at once
   * without network. What the server refuses by then is the draft again that it was made of, where the form of that draft is still there.
   */
  async deliver(
    commands: readonly Command[],
    form: { readonly draftId: string; readonly isThere: () => boolean } | null,
  ): Promise<{ readonly delivery: Promise<Delivery> }> {
    // What was typed last is still in the form's hands.
    for (const draft of this.drafts) if (draft.id === form?.draftId) await draft.flush().catch(() => undefined);
    const kept = form && (await this.#writes.run(() => readKept(this.db, form.draftId)));
    const before = form && (await this.#writes.run(() => lastPlace(this.db)));
    const entries = await this.#writes.enqueueAll(commands, form?.draftId ?? null);
    // What joined an earlier change is more than the form has typed.
    const isOwn = before !== null && entries.every(({ seq }) => seq > before);
    const back = form &&
      kept && {
        isThere: form.isThere,
        takeBack: (refused: readonly OutboxEntry[]) => this.#writes.change(() => takeBack(this.db, refused, kept)),
      };
    const delivery = this.#deliveries.follow(entries, isOwn ? back : null);
    this.#afterWrite();
    return { delivery };
  }

  /** The places in the outbox of those whose form tells what the server says of them. */
  get awaited(): Observable<ReadonlySet<number>> {
    return this.#deliveries.awaited;
  }

  /** A refused command once more, with changed arguments if given. */
  async resend(key: string, args?: unknown): Promise<void> {
    await this.#writes.change(() => requeue(this.db, this.#ports, key, args));
    this.#sendNow();
  }

  /** Does what the person chose about a command in conflict. */
  async resolve(key: string, choice: Choice): Promise<void> {
    await this.#writes.change(() => resolve(this.db, this.#ports, key, choice));
    this.#sendNow();
  }

  /** The person has seen what others changed. */
  async markSeen(newsIds: readonly number[]): Promise<void> {
    await this.#writes.run(() => this.db.news.bulkDelete([...newsIds]));
  }

  /** One authorised call that is no command: it is made now or not at all. Never rejects. */
  async call(call: Pick<Call, 'method' | 'path' | 'body' | 'timeout' | 'headers'>): Promise<Outcome> {
    return this.#api.send(call);
  }

  /** Whether the server has erased this person; null without its word. */
  isErased(): Promise<boolean | null> {
    return this.#api.isErased();
  }

  /** Asks for news now, and for nothing else. Resolves when asked. */
  pull(): Promise<void> {
    return this.#receiver.pull();
  }

  /** Throws commands away, and what hangs on them. */
  async discard(keys: readonly string[]): Promise<void> {
    await this.#writes.change(() => discard(this.db, keys));
    // What queued behind them may go now.
    this.#sender.wake();
  }

  /** The person asks: tries at once, whatever the back-off says. Never rejects; resolves when tried, but for pictures, which may take their time. */
  async syncNow(): Promise<void> {
    await this.activity.during(async () => {
      // Where the device cannot note it, asking still tells how it stands.
      await resetRetry(this.db)
        .then(() => resetDelays(this.db))
        .catch((error: unknown) => this.#noteProblem(error));
      await Promise.all([this.#sender.sendTexts(), this.#receiver.pull()]);
    });
    this.#receiver.listen();
  }

  /** The same, and waits for pictures too. */
  async sendAll(): Promise<void> {
    await this.syncNow();
    await this.#sender.sendPictures();
  }

  /** The person has seen what was lost. */
  async acknowledgeLoss(): Promise<void> {
    await acknowledge(this.#ports.store, this.userId);
    this.#note({ lost: [] });
  }

  /** The network may be back: the browser says so, or the app became visible. */
  async networkMayBeBack(): Promise<void> {
    await this.activity.during(() => Promise.all([this.#sender.tryAgain(), this.#receiver.hope()]));
  }

  /** The browser says so; asking tells for sure, and more than an answer that was already on its way. */
  networkLost(): void {
    this.#connection.lost();
    void this.#receiver.pull();
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    this.#receiver.setVisible(visible);
    if (visible) void this.networkMayBeBack();
    else this.#beWoken();
  }

  /** A hidden tab may end at any time, and the browser forgets a wake-up that it has tried a few times. */
  #beWoken(): void {
    if (!this.#visible && this.#status.get().waiting > 0) this.#ports.askForWakeUp();
  }

  /** Resolves when the witness knows this database, and what was lost with another one is told: before that nothing is accepted. */
  #beKnown(): Promise<void> {
    this.#known ??= lostSince(this.#ports.store, this.db).then(
      (lost) => this.#note({ lost }),
      (error: unknown) => {
        this.#known = null;
        throw error;
      },
    );
    return this.#known;
  }

  /** Dexie opens a database again that the browser closed by force; it may be another one by then. */
  #onReopened(): void {
    this.#known = null;
    this.#ports.setTimer(0, () => void this.#lossLoop.wake());
  }

  #afterWrite(): void {
    this.#ports.askToPersist();
    this.#sendNow();
  }

  #sendNow(): void {
    this.#ports.askForWakeUp();
    void this.activity.during(() => this.#sender.tryAgain());
  }

  async #guarded(task: () => Promise<number | null | void>): Promise<number | null> {
    try {
      return (await task()) ?? null;
    } catch (error) {
      if (this.#stopped) return null;
      this.#noteProblem(error);
      if (isDatabaseLost(error)) await reopenDatabase(this.db).catch((again: unknown) => this.#noteProblem(again));
      return this.#ports.now() + 5_000;
    }
  }

  #noteProblem(error: unknown): void {
    if (this.#stopped) return;
    const problem = storageProblemOf(error);
    if (problem === null) this.#ports.reportFault(error);
    else this.#note({ storageProblem: problem });
  }

  #note(part: Partial<SyncStatus>): void {
    this.#status.set({ ...this.#status.get(), ...part });
  }
}
