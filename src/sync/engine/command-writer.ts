import type { RowId } from '../../../contract/resource.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import type { PendingWork } from './pending-work.ts';
import { type Command, enqueue, enqueueAll, mayTakeAnothersPlace } from '../outbox/outbox.ts';
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
  /** Rejects while the witness cannot know this database. */
  readonly beKnown: () => Promise<void>;
  /** Hears what the device could not store, and null when it stores again. */
  readonly onProblem: (problem: StorageProblem | null) => void;
  /** Hears what went wrong beside a write that holds. */
  readonly onFault: (error: unknown) => void;
}

/** What people write: it either holds, with a witness, or is thrown back as a `StorageError`. */
export class CommandWriter {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** One command, stored durably; answers the id of its row. */
  async enqueue(command: Command): Promise<RowId> {
    const { db, ports } = this.#options;
    const wanted = this.#named(command);
    // Which takes more tables than a tap should.
    if (mayTakeAnothersPlace(command)) await this.#store([wanted], null);
    else await this.#accept(async () => [await enqueue(db, ports, wanted)]);
    return wanted.id;
  }

  /** Commands that belong together, none included, and the end of the draft that they were typed in. */
  async enqueueAll(commands: readonly Command[], draftId: string | null): Promise<OutboxEntry[]> {
    return this.#store(
      commands.map((command) => this.#named(command)),
      draftId,
    );
  }

  /** A change of what is in the outbox already. */
  async change(work: () => Promise<void>): Promise<void> {
    const { db, ports } = this.#options;
    await this.run(work);
    await this.#beside(() => reconcile(ports.store, db));
  }

  /** Runs a write that is harmless to run twice. */
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

  async #store(wanted: readonly Command[], draftId: string | null): Promise<OutboxEntry[]> {
    const { db, ports } = this.#options;
    const entries = await this.#accept(() => enqueueAll(db, ports, wanted, draftId));
    // Others may have left the outbox for them.
    if (wanted.some(mayTakeAnothersPlace)) await this.#beside(() => reconcile(ports.store, db));
    return entries;
  }

  /** Stores commands that a witness then knows of. */
  async #accept(store: () => Promise<OutboxEntry[]>): Promise<OutboxEntry[]> {
    const { ports, beKnown } = this.#options;
    const entries = await this.run(() => beKnown().then(store));
    await this.#beside(() => recordUnsent(ports.store, entries));
    return entries;
  }

  /** Names what is to be stored, so that a second try cannot store it twice. */
  #named(command: Command): Command & { id: RowId } {
    const { ports } = this.#options;
    return { ...command, id: command.id ?? ports.newId(), key: ports.newId() };
  }

  /** What is stored was accepted, whether the witness has room for it or not. */
  async #beside(work: () => Promise<void>): Promise<void> {
    try {
      await this.#options.activity.during(work);
    } catch (error) {
      this.#options.onFault(error);
    }
  }
}
