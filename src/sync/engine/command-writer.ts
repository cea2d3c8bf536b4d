import type { RowId } from '#contract/resource.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { PendingWork } from './pending-work.ts';
import type { Command } from '../outbox/command.ts';
import { enqueue, enqueueAll, mayReplaceCommand } from '../outbox/outbox.ts';
import type { Ports } from '../device/ports.ts';
import { withReopening } from '../device/reopen-database.ts';
import { StorageError, type StorageProblem, storageProblemOf } from '../device/storage.ts';
import { withRoom } from '../device/with-room.ts';
import { recordUnsent, reconcile } from '../outbox/loss-journal.ts';

interface Options {
  readonly db: EventDatabase;
  readonly ports: Ports;
  readonly activity: PendingWork;
  readonly isStopped: () => boolean;
  /** Rejects until this database is recorded in the loss journal. */
  readonly ensureInJournal: () => Promise<void>;
  /** Receives the problem if the device cannot store, and null as soon as it stores again. */
  readonly onProblem: (problem: StorageProblem | null) => void;
  /** Receives errors that do not affect the stored commands. */
  readonly onFault: (error: unknown) => void;
}

/** Stores commands durably and records them in the loss journal, or throws a `StorageError`. */
export class CommandWriter {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Stores one command durably and returns the id of its row. */
  async enqueue(command: Command): Promise<RowId> {
    const { db, ports } = this.#options;
    const keyed = this.#withKeys(command);
    // Locks more tables than a simple tap needs, so it runs only when necessary.
    if (mayReplaceCommand(command)) await this.#store([keyed], null);
    else await this.#accept(async () => [await enqueue(db, ports, keyed)]);
    return keyed.id;
  }

  async enqueueAll(commands: readonly Command[], draftId: string | null): Promise<OutboxEntry[]> {
    return this.#store(
      commands.map((command) => this.#withKeys(command)),
      draftId,
    );
  }

  async change(work: () => Promise<void>): Promise<void> {
    const { db, ports } = this.#options;
    await this.run(work);
    await this.#afterwards(() => reconcile(ports.store, db));
  }

  /** Runs a write that has the same result when it runs twice, and retries it if the device was full or the database closed. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { db, ports, activity, isStopped, onProblem } = this.#options;
    try {
      const result = await activity.during(() => withRoom(ports, () => withReopening(db, work, isStopped)));
      onProblem(null);
      return result;
    } catch (error) {
      const problem = storageProblemOf(error);
      if (problem === null) throw error;
      onProblem(problem);
      throw new StorageError(problem, error);
    }
  }

  async #store(commands: readonly Command[], draftId: string | null): Promise<OutboxEntry[]> {
    const { db, ports } = this.#options;
    const entries = await this.#accept(() => enqueueAll(db, ports, commands, draftId));
    // The new commands may have replaced others in the outbox.
    if (commands.some(mayReplaceCommand)) await this.#afterwards(() => reconcile(ports.store, db));
    return entries;
  }

  async #accept(store: () => Promise<OutboxEntry[]>): Promise<OutboxEntry[]> {
    const { ports, ensureInJournal } = this.#options;
    const entries = await this.run(() => ensureInJournal().then(store));
    await this.#afterwards(() => recordUnsent(ports.store, entries));
    return entries;
  }

  /** Sets id and key before the first try, so that a second try cannot store the command twice. */
  #withKeys(command: Command): Command & { id: RowId } {
    const { ports } = this.#options;
    return { ...command, id: command.id ?? ports.newId(), key: ports.newId() };
  }

  /** A failure of the loss journal does not undo a stored command. */
  async #afterwards(work: () => Promise<void>): Promise<void> {
    try {
      await this.#options.activity.during(work);
    } catch (error) {
      this.#options.onFault(error);
    }
  }
}
