import { liveQuery } from 'dexie';
import type { AnyResource, ArgsOf, RowId } from '../../contract/resource.ts';
import type { EventDatabase } from '../db/database.ts';
import type { Access } from './access.ts';
import { type Choice, resolve } from './conflict.ts';
import type { Connection } from './connection.ts';
import { claim, drain, type DrainResult } from './drain.ts';
import { type Here, readHere } from './here.ts';
import { Loop } from './loop.ts';
import { type Observable, observed, observedQuery } from './observable.ts';
import { type Command, command, countCommands, discard, requeue } from './outbox.ts';
import { listen } from './pokes.ts';
import type { Ports } from './ports.ts';
import { pull, readCursor } from './pull.ts';
import { reconnect } from './reconnect.ts';
import { backOff, forgetDelays, forgetRetry, hope } from './retry.ts';
import { initialStatus, type SyncStatus } from './status.ts';
import { isConnectionLost, storageProblemOf } from './storage.ts';
import type { Call, Outcome } from './transport.ts';
import { drainPictures, type UploadProgress } from './upload.ts';
import { acknowledge, lostSince, reconcile } from './witness.ts';
import { Writes } from './writes.ts';

/** How often a visible app asks by itself, with and without a stream of pokes; a hidden one does not ask. */
const pollWithStream = 300_000;
const pollWithoutStream = 20_000;
const watchEvery = 30_000;

/** The sync engine of one person in one tab: commands in, the mirror kept level, and word of how it stands. */
export class SyncClient {
  readonly db: EventDatabase;
  readonly here: Observable<Here | undefined>;
  readonly #ports: Ports;
  readonly #access: Access;
  readonly #connection: Connection;
  readonly #status = observed<SyncStatus>(initialStatus);
  readonly #writes: Writes;
  readonly #upload = observed<UploadProgress | null>(null);
  readonly #drainLoop: Loop;
  readonly #uploadLoop: Loop;
  readonly #pullLoop: Loop;
  readonly #pokeLoop: Loop;
  readonly #lossLoop: Loop;
  readonly #stops: (() => void)[] = [];
  #stream = new AbortController();
  #visible = true;
  #streaming = false;
  #stopped = false;
  #known: Promise<void> | null = null;
  /** What found out that nobody is signed in any more. */
  readonly #signedOut = new Set<'text' | 'pictures'>();
  /** A command that was due at the last watch while nobody meant to send it. */
  #suspect: string | null = null;
  #pullFailures = 0;
  #streamFailures = 0;

  constructor(options: { db: EventDatabase; ports: Ports; access: Access; connection: Connection }) {
    this.db = options.db;
    this.#ports = options.ports;
    this.#access = options.access;
    this.#connection = options.connection;
    this.here = observedQuery(
      () => readHere(this.db),
      (error) => this.#noteProblem(error),
    );
    this.#writes = new Writes({
      db: this.db,
      ports: this.#ports,
      isStopped: () => this.#stopped,
      beKnown: () => this.#beKnown(),
      onProblem: (storageProblem) => {
        if (storageProblem !== this.#status.get().storageProblem) this.#note({ storageProblem });
      },
      onFault: (error) => this.#noteProblem(error),
    });
    this.#drainLoop = new Loop(this.#ports, () => this.#guarded(() => this.#drain()));
    this.#uploadLoop = new Loop(this.#ports, () => this.#guarded(() => this.#drainPictures()));
    this.#pullLoop = new Loop(this.#ports, () => this.#guarded(() => this.#pull()));
    this.#pokeLoop = new Loop(this.#ports, () => this.#listen());
    this.#lossLoop = new Loop(this.#ports, () => this.#guarded(() => this.#beKnown().then(() => reconcile(this.#ports.store, this.db))));
  }

  get userId(): number {
    return this.db.userId;
  }

  get status(): Observable<SyncStatus> {
    return this.#status;
  }

  /** The picture that is on its way from this tab. */
  get upload(): Observable<UploadProgress | null> {
    return this.#upload;
  }

  start(): void {
    // The first screen needs it: it is read while the rest of the app gets ready.
    this.#stops.push(this.here.subscribe(() => undefined));
    const counts = liveQuery(() => countCommands(this.db)).subscribe({
      next: (commands) => {
        this.#note(commands);
        if (commands.waiting === 0 || this.#signedOut.size > 0) return;
        // Another tab may have stored it and be gone.
        for (const loop of [this.#drainLoop, this.#uploadLoop]) if (!loop.armed) void loop.wake();
      },
      error: (error) => this.#noteProblem(error),
    });
    this.#stops.push(
      () => counts.unsubscribe(),
      this.#connection.state.subscribe(() => this.#note({ connection: this.#connection.state.get() })),
      this.#connection.behind.subscribe(() => this.#note({ behind: this.#connection.behind.get() })),
      () => this.db.on('ready').unsubscribe(onReopened),
    );
    const onReopened = (): void => this.#onReopened();
    this.db.on('ready', onReopened, true);
    this.#note({ connection: this.#connection.state.get(), behind: this.#connection.behind.get() });
    void this.#lossLoop.wake();
    void this.#guarded(async () => {
      this.#note({ upToDateAt: (await readCursor(this.db))?.levelAt ?? null });
    });
    this.#watch();
    void this.#drainLoop.wake();
    void this.#uploadLoop.wake();
    void this.#pullLoop.wake();
    void this.#pokeLoop.wake();
  }

  /** Ends all loops; what is under way may still end, and changes nothing that a closed database would not allow. */
  stop(): void {
    this.#stopped = true;
    this.#stream.abort();
    for (const loop of [this.#drainLoop, this.#uploadLoop, this.#pullLoop, this.#pokeLoop, this.#lossLoop]) loop.stop();
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
    const { id } = await this.#writes.enqueue(command(resource, mutation, args, target));
    this.#afterWrite();
    return id;
  }

  /** The same for commands that belong together, none included; the draft that they were typed in goes with them. */
  async executeAll(commands: readonly Command[], draftId: string): Promise<RowId[]> {
    const entries = await this.#writes.enqueueAll(commands, draftId);
    this.#afterWrite();
    return entries.map(({ id }) => id);
  }

  /** A refused command once more, with changed arguments if given. */
  async resend(key: string, args?: unknown): Promise<void> {
    await this.#writes.change(() => requeue(this.db, this.#ports, key, args));
    this.#ports.askForWakeUp();
    void this.#tryAgain();
  }

  /** Does what the person chose about a command in conflict. */
  async resolve(key: string, choice: Choice): Promise<void> {
    await this.#writes.change(() => resolve(this.db, this.#ports, key, choice));
    this.#ports.askForWakeUp();
    void this.#tryAgain();
  }

  /** The person has seen what others changed. */
  async markSeen(newsIds: readonly number[]): Promise<void> {
    await this.#writes.store(() => this.db.news.bulkDelete([...newsIds]));
  }

  /** One authorised call that is no command: it is made now or not at all. Never rejects. */
  async call(call: Pick<Call, 'method' | 'path' | 'body' | 'timeout'>): Promise<Outcome> {
    return this.#access.send(call);
  }

  /** Throws commands away, and what hangs on them. */
  async discard(keys: readonly string[]): Promise<void> {
    await this.#writes.change(() => discard(this.db, keys));
    // What queued behind them may go now.
    void this.#drainLoop.wake();
    void this.#uploadLoop.wake();
  }

  /** The person asks: tries at once, whatever the back-off says. Resolves when tried, but for pictures, which may take their time. */
  async syncNow(): Promise<void> {
    await forgetRetry(this.db);
    await forgetDelays(this.db);
    void this.#uploadLoop.wake();
    await Promise.all([this.#drainLoop.wake(), this.#pullLoop.wake()]);
    if (!this.#stopped) void this.#pokeLoop.wake();
  }

  /** The same, and waits for pictures too. */
  async sendAll(): Promise<void> {
    await this.syncNow();
    await this.#uploadLoop.wake();
    // What waited behind a picture.
    await this.#drainLoop.wake();
  }

  /** The person has seen what was lost. */
  async acknowledgeLoss(): Promise<void> {
    await acknowledge(this.#ports.store, this.userId);
    this.#note({ lost: [] });
  }

  /** The network may be back: the browser says so, or the app became visible. */
  async networkMayBeBack(): Promise<void> {
    this.#streamFailures = 0;
    void this.#pokeLoop.wake();
    await Promise.all([this.#tryAgain(), this.#pullLoop.wake()]);
  }

  networkLost(): void {
    this.#connection.lost();
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    if (visible) {
      void this.networkMayBeBack();
    } else {
      this.#stream.abort();
    }
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
    this.#ports.askForWakeUp();
    this.#ports.askToPersist();
    void this.#tryAgain();
  }

  async #tryAgain(): Promise<void> {
    try {
      await hope(this.db);
    } catch (error) {
      this.#noteProblem(error);
    }
    await Promise.all([this.#drainLoop.wake(), this.#uploadLoop.wake()]);
  }

  async #drain(): Promise<number | null> {
    const { kind, nextAt } = await drain(this.db, this.#ports, this.#access);
    this.#noteSession('text', kind);
    await reconcile(this.#ports.store, this.db);
    // With a stream the server itself says that there is news.
    if (!this.#streaming && !this.#stopped) void this.#pullLoop.wake();
    return nextAt;
  }

  async #drainPictures(): Promise<number | null> {
    const { kind, nextAt } = await drainPictures(this.db, this.#ports, this.#access, (progress) => this.#upload.set(progress));
    this.#noteSession('pictures', kind);
    await reconcile(this.#ports.store, this.db);
    if (!this.#stopped && (await this.db.outbox.count()) > 0) void this.#drainLoop.wake();
    return nextAt;
  }

  #noteSession(lane: 'text' | 'pictures', kind: DrainResult['kind']): void {
    if (kind === 'signed-out') this.#signedOut.add(lane);
    else this.#signedOut.delete(lane);
  }

  async #pull(): Promise<number | null> {
    const first = (await readCursor(this.db)) === undefined;
    let rows = 0;
    if (first) this.#note({ firstLoad: { rows } });
    const outcome = await pull(this.db, this.#ports, this.#access, (count) => {
      rows += count;
      if (first) this.#note({ firstLoad: { rows } });
    });
    if (outcome.kind === 'answer' && outcome.status === 200) {
      this.#pullFailures = 0;
      if (rows > 0) await reconcile(this.#ports.store, this.db);
      const { levelAt = null } = (await readCursor(this.db)) ?? {};
      this.#note({ firstLoad: null, upToDateAt: levelAt, storageProblem: null, pullRefused: null });
      return this.#visible ? this.#ports.now() + (this.#streaming ? pollWithStream : pollWithoutStream) : null;
    }
    this.#note({ pullRefused: outcome.kind === 'answer' ? outcome.status : null });
    if (outcome.kind === 'answer' && outcome.status === 401) return null;
    const asked = outcome.kind === 'answer' ? (outcome.retryAfter ?? 0) * 1_000 : 0;
    return (
      this.#ports.now() +
      Math.max(
        asked,
        backOff(this.#pullFailures++, () => this.#ports.random()),
      )
    );
  }

  async #listen(): Promise<number | null> {
    if (!this.#visible || this.#stopped) return null;
    this.#stream = new AbortController();
    const pullNow = (): void => void this.#pullLoop.wake();
    const onOpen = (): void => {
      this.#streaming = true;
      // What happened between the last pull and the opening of the stream has no poke.
      pullNow();
    };
    const opened = await listen(this.#ports, this.#access, this.#stream.signal, { onOpen, onPoke: pullNow });
    this.#streaming = false;
    this.#streamFailures = opened ? 0 : this.#streamFailures + 1;
    if (!this.#visible) return null;
    return this.#ports.now() + backOff(this.#streamFailures, () => this.#ports.random());
  }

  /** Runs a loop's task; a failure of the storage is told, and tried again later. */
  async #guarded(task: () => Promise<number | null | void>): Promise<number | null> {
    try {
      return (await task()) ?? null;
    } catch (error) {
      if (this.#stopped) return null;
      this.#noteProblem(error);
      if (isConnectionLost(error)) await reconnect(this.db).catch((again: unknown) => this.#noteProblem(again));
      return this.#ports.now() + 5_000;
    }
  }

  /** Sends a command that waits while nobody means to send it, and reports one that it finds so twice. */
  #watch(): void {
    const again = (): void => {
      if (this.#signedOut.size === 0) void this.#guarded(() => this.#reportStall());
      cancel = this.#ports.setTimer(watchEvery, again);
    };
    let cancel = this.#ports.setTimer(watchEvery, again);
    this.#stops.push(() => cancel());
  }

  async #reportStall(): Promise<void> {
    const [text] = this.#drainLoop.armed ? [] : (await claim(this.db, this.#ports, 1)).due;
    const [picture] = this.#uploadLoop.armed ? [] : (await claim(this.db, this.#ports, 1, 'pictures')).due;
    const waited = (text ?? picture)?.key ?? null;
    if (waited !== null && waited === this.#suspect) this.#ports.reportFault(new Error('a command waited without a planned attempt'));
    this.#suspect = waited;
    if (text) void this.#drainLoop.wake();
    if (picture) void this.#uploadLoop.wake();
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
