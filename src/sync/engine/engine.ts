import { liveQuery } from 'dexie';
import type { ArgsOf, RowId } from '#contract/resource.ts';
import type { ResourceName, ResourceNamed } from '#contract/resources.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { ApiClient } from '../wire/api-client.ts';
import type { EngineHost } from './engine-parts.ts';
import { backOff } from '#lib/back-off.ts';
import { type Choice, resolve } from '../outbox/conflict.ts';
import { type Command, command } from '../outbox/command.ts';
import { countCommands, discard, requeue, takeBack, withdrawRemoval } from '../outbox/outbox.ts';
import { Deliveries, type Delivery } from './delivery.ts';
import { readKept } from '../outbox/draft-pictures.ts';
import { type Drawn, markChangesSeen } from '../mirror/seen-changes.ts';
import type { Connection } from '../wire/connection.ts';
import { lastPlace } from '../outbox/wipe.ts';
import { Loop } from '#lib/loop.ts';
import type { Ports } from '../device/ports.ts';
import { Receiver } from './receiver.ts';
import { reopenDatabase, withReopening } from '../device/reopen-database.ts';
import { AbsentPeople } from '../exchange/absent-people.ts';
import { OutsideRows } from '../exchange/outside-rows.ts';
import { resetDelays, resetRetry } from '../exchange/retry.ts';
import { Sender } from './sender.ts';
import type { SyncStatus } from './status.ts';
import { isDatabaseLost } from '../device/storage.ts';
import { withRoom } from '../device/with-room.ts';
import type { Call, Outcome } from '../wire/transport.ts';
import { acknowledge, lostSince, reconcile } from '../outbox/loss-journal.ts';
import { CommandWriter } from './command-writer.ts';

interface Options {
  readonly ports: Ports;
  readonly api: ApiClient;
  readonly connection: Connection;
  /** Called after each pull of a mirror that another tab has wiped and that nothing fills any more. */
  readonly onWiped?: () => void;
}

/** Returns the time (ms since the epoch) of its next run, or null. */
type Task = () => Promise<number | null | void>;

export function withEngine<Client extends EngineHost & { attach(engine: Engine): void }>(client: Client, options: Options): Client {
  client.attach(new Engine(client, options));
  return client;
}

/** The sync engine of one person in one tab: stores commands, sends them, and pulls the mirror. */
export class Engine {
  /** Rows of big events that this device does not hold. */
  readonly outside: OutsideRows;
  readonly #absent: AbsentPeople;
  readonly #client: EngineHost;
  readonly #db: EventDatabase;
  readonly #ports: Ports;
  readonly #api: ApiClient;
  readonly #connection: Connection;
  readonly #writer: CommandWriter;
  readonly #deliveries: Deliveries;
  readonly #sender: Sender;
  readonly #receiver: Receiver;
  readonly #journalLoop: Loop;
  readonly #stops: (() => void)[] = [];
  #visible = true;
  #inJournal: Promise<void> | null = null;

  constructor(client: EngineHost, { ports, api, connection, onWiped = () => undefined }: Options) {
    const { db, activity } = client;
    this.#client = client;
    this.#db = db;
    this.#ports = ports;
    this.#api = api;
    this.#connection = connection;
    this.outside = new OutsideRows({ db, ports, api });
    const isStopped = (): boolean => client.isStopped;
    const onProblem = (error: unknown): void => client.noteProblem(error);
    const windowed = (): string => client.status.get().windowed ?? '';
    const isOffline = (): boolean => connection.state.get() === 'offline';
    this.#absent = new AbsentPeople({ db, ports, outside: this.outside, windowed, isOffline, onProblem });
    const onFault = (error: unknown): void => {
      onProblem(error);
      // The outbox may have changed while only the write of the loss journal failed.
      void this.#journalLoop.wake();
    };
    this.#writer = new CommandWriter({
      db,
      ports,
      activity,
      isStopped,
      ensureInJournal: () => this.#ensureInJournal(),
      onProblem: (storageProblem) => {
        if (storageProblem !== client.status.get().storageProblem) client.note({ storageProblem });
      },
      onFault,
    });
    this.#deliveries = new Deliveries({ db, ports, connection, awaited: client.awaited });
    const guarded = (task: Task, onError = onFault): (() => Promise<number | null>) => {
      const run = this.#guarded(task, onError);
      return () => activity.during(run);
    };
    const isResting = (): boolean => !this.#visible && client.status.get().storageProblem !== null;
    const note = (part: Partial<SyncStatus>): void => client.note(part);
    const parts = { db, ports, api, isStopped, guarded, isResting, onProblem, note };
    const onReached = (): void => void activity.during(() => this.#sender.serverReached());
    this.#receiver = new Receiver(parts, { onReached, onWiped });
    this.#sender = new Sender(parts, client.upload, () => {
      this.#receiver.pullUnlessPoked();
      this.#requestWakeUp();
    });
    this.#journalLoop = new Loop(
      ports,
      guarded(() => this.#ensureInJournal().then(() => reconcile(ports.store, db)), onProblem),
    );
  }

  start(): void {
    const counts = liveQuery(() =>
      withReopening(
        this.#db,
        () => countCommands(this.#db),
        () => this.#client.isStopped,
      ),
    ).subscribe({
      next: (commands) => {
        this.#client.note(commands);
        if (commands.waiting > 0) this.#sender.wakeIdle();
      },
      error: (error) => this.#client.noteProblem(error),
    });
    const { state, behind, gateway } = this.#connection;
    this.#stops.push(
      () => counts.unsubscribe(),
      state.subscribe(() => this.#client.note({ connection: state.get() })),
      state.subscribe(() => state.get() === 'online' && this.#absent.fetch()),
      () => this.#absent.stop(),
      behind.subscribe(() => this.#client.note({ behind: behind.get() })),
      gateway.subscribe(() => this.#client.note({ gateway: gateway.get() })),
      () => this.#db.on('ready').unsubscribe(onReopened),
    );
    const onReopened = (): void => this.#onReopened();
    this.#db.on('ready', onReopened, true);
    this.#client.note({ connection: state.get(), behind: behind.get() });
    void this.#journalLoop.wake();
    this.#sender.start();
    this.#receiver.start();
  }

  stop(): void {
    for (const part of [this.#sender, this.#receiver, this.#journalLoop]) part.stop();
    for (const stop of this.#stops) stop();
  }

  /** Resolves with the row's id when the command is stored durably, and never waits for the network. Throws `Refusal` or `StorageError`. */
  async execute<Name extends ResourceName, M extends keyof ResourceNamed<Name>['mutations'] & string>(
    resource: Name,
    mutation: M,
    args: ArgsOf<ResourceNamed<Name>, M>,
    target: { id?: RowId; eventId: number },
  ): Promise<RowId> {
    const id = await this.#writer.enqueue(command(resource, mutation, args, target));
    this.#afterWrite();
    return id;
  }

  /** Stores commands that belong together, all or none, and deletes the draft that they were made from. */
  async executeAll(commands: readonly Command[], draftId: string | null): Promise<RowId[]> {
    const entries = await this.#writer.enqueueAll(commands, draftId);
    this.#afterWrite();
    return entries.map(({ id }) => id);
  }

  /**
   * Stores commands like `executeAll`. `delivery` resolves when the server has answered, after two seconds, or at once without network. If
   * the server refuses all of them by then and the form is still open, they become its draft again.
   */
  async deliver(
    commands: readonly Command[],
    form: { readonly draftId: string; readonly isThere: () => boolean } | null,
  ): Promise<{ readonly delivery: Promise<Delivery> }> {
    // The last keystrokes may not be stored yet.
    for (const draft of this.#client.drafts) if (draft.id === form?.draftId) await draft.flush().catch(() => undefined);
    const kept = form && (await this.#writer.run(() => readKept(this.#db, form.draftId)));
    const before = form && (await this.#writer.run(() => lastPlace(this.#db)));
    const entries = await this.#writer.enqueueAll(commands, form?.draftId ?? null);
    // A command that joined an earlier one has content that this form does not have.
    const isOwn = before !== null && entries.every(({ seq }) => seq > before);
    const back = form &&
      kept && {
        isThere: form.isThere,
        takeBack: (refused: readonly OutboxEntry[]) => this.#writer.change(() => takeBack(this.#db, refused, kept)),
      };
    const delivery = this.#deliveries.follow(entries, isOwn ? back : null);
    this.#afterWrite();
    return { delivery };
  }

  /** Sends a rejected command again, with changed arguments if given. */
  async resend(key: string, args?: unknown): Promise<void> {
    await this.#writer.change(() => requeue(this.#db, this.#ports, key, args));
    this.#sendNow();
  }

  async resolve(key: string, choice: Choice): Promise<void> {
    await this.#writer.change(() => resolve(this.#db, this.#ports, key, choice));
    this.#sendNow();
  }

  async markSeen(drawn: readonly Drawn[]): Promise<void> {
    await this.#writer.run(() => markChangesSeen(this.#db, drawn));
  }

  async call(call: Pick<Call, 'method' | 'path' | 'body' | 'timeout' | 'headers'>): Promise<Outcome> {
    return this.#api.send(call);
  }

  /** Returns whether the server has erased this account, or null without an answer. */
  isErased(): Promise<boolean | null> {
    return this.#api.isErased();
  }

  /** Pulls and sends nothing. Resolves after the request. */
  pull(): Promise<void> {
    return this.#receiver.pull();
  }

  /** Deletes commands and their dependents from the outbox. */
  async discard(keys: readonly string[]): Promise<void> {
    await this.#writer.change(() => discard(this.#db, keys));
    // Commands behind the discarded ones may be sent now.
    this.#sender.wake();
  }

  /** Withdraws the removal of a row if it has not left the device. Returns false if the server may have it. */
  async withdrawRemoval(resource: ResourceName, id: RowId): Promise<boolean> {
    let withdrawn = false;
    await this.#writer.change(async () => {
      withdrawn = await withdrawRemoval(this.#db, resource, id);
    });
    this.#sender.wake();
    return withdrawn;
  }

  async syncNow(): Promise<void> {
    await this.#client.activity.during(async () => {
      // If the device cannot store it, the pull still shows the state of the connection.
      await resetRetry(this.#db)
        .then(() => resetDelays(this.#db))
        .catch((error: unknown) => this.#client.noteProblem(error));
      await Promise.all([this.#sender.sendTexts(), this.#receiver.pull()]);
    });
    this.#receiver.listen();
  }

  async sendAll(): Promise<void> {
    await this.syncNow();
    await this.#sender.sendPictures();
  }

  /** Deletes the record of lost commands, which the person has seen. */
  async acknowledgeLoss(): Promise<void> {
    await acknowledge(this.#ports.store, this.#client.userId);
    this.#client.note({ lost: [] });
  }

  async networkMayBeBack(): Promise<void> {
    await this.#client.activity.during(() => Promise.all([this.#sender.tryAgain(), this.#receiver.retry()]));
  }

  networkLost(): void {
    this.#connection.lost();
    void this.#receiver.pull();
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    this.#receiver.setVisible(visible);
    if (!visible) return this.#requestWakeUp();
    void this.#journalLoop.wake();
    void this.networkMayBeBack();
  }

  /** A hidden tab may end at any time, and the browser drops a wake-up after a few tries. */
  #requestWakeUp(): void {
    if (!this.#visible && this.#client.status.get().waiting > 0) this.#ports.askForWakeUp();
  }

  /**
   * Resolves when the loss journal has this database and the status has the losses of an earlier one. Until then no command is accepted.
   */
  #ensureInJournal(): Promise<void> {
    this.#inJournal ??= lostSince(this.#ports.store, this.#db).then(
      (lost) => this.#client.note({ lost }),
      (error: unknown) => {
        this.#inJournal = null;
        throw error;
      },
    );
    return this.#inJournal;
  }

  /** Dexie reopens a database that the browser closed by force; it may be a new, empty one by then. */
  #onReopened(): void {
    this.#inJournal = null;
    this.#ports.setTimer(0, () => void this.#journalLoop.wake());
  }

  #afterWrite(): void {
    this.#ports.askToPersist();
    this.#sendNow();
  }

  #sendNow(): void {
    this.#ports.askForWakeUp();
    void this.#client.activity.during(() => this.#sender.sendNow());
  }

  #guarded(task: Task, onFault: (error: unknown) => void): () => Promise<number | null> {
    let failures = 0;
    const forgetPictures = async (): Promise<void> => {
      // The task may have failed because the loss journal had no room.
      void this.#journalLoop.wake();
      await this.#ports.forgetPictures();
    };
    return async () => {
      try {
        // Makes room once only: each retry would download the same page twice.
        const next = await (failures === 0 ? withRoom({ forgetPictures }, task) : task());
        failures = 0;
        return next ?? null;
      } catch (error) {
        if (this.#client.isStopped) return null;
        onFault(error);
        if (isDatabaseLost(error)) await reopenDatabase(this.#db).catch((again: unknown) => this.#client.noteProblem(again));
        const wait = backOff(failures++, () => this.#ports.random());
        return this.#visible ? this.#ports.now() + wait : null;
      }
    };
  }
}
