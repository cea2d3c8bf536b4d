import type { EventDatabase } from '#db/database.ts';
import { isWiped, wipeMirror } from '../outbox/wipe.ts';
import type { KeyValueStore, Ports } from '../device/ports.ts';
import { within } from '#lib/timeout.ts';
import { unsentEntries } from '../outbox/loss-journal.ts';
import { leftKey, databaseNumberKey, revocationKey, signedInUserId, signedInKey } from './account-keys.ts';

export interface Person {
  readonly userId: number;
  readonly name: string;
}

/** Key prefix of databases that were replaced and may still have to be deleted. */
const replacedPrefix = 'given-up-';

/** How long (ms) the database of another account may take to open, or another tab to update the start page. */
const patience = 3_000;

/** Lock for storing the start page and for changing the signed-in user. */
const startPageLock = 'event-companion-start-page';

export type OpenDatabase = (userId: number, life?: number) => EventDatabase;

/** Stores facts about the accounts of this device outside their databases: the signed-in user, and people with unsent commands. */
export class DeviceAccounts {
  readonly #store: KeyValueStore;
  readonly #openDatabase: OpenDatabase;
  readonly #ports: Pick<Ports, 'setTimer' | 'withLock' | 'startPage' | 'sessionMark'>;

  constructor(ports: Pick<Ports, 'store' | 'setTimer' | 'withLock' | 'startPage' | 'sessionMark'>, openDatabase: OpenDatabase) {
    this.#ports = ports;
    this.#store = ports.store;
    this.#openDatabase = openDatabase;
  }

  async databaseOf(userId: number): Promise<EventDatabase> {
    return this.#openDatabase(userId, await this.#databaseNumberOf(userId));
  }

  /** Returns whether this database is the current one; false if it was replaced. */
  async isCurrent({ userId, life }: EventDatabase): Promise<boolean> {
    return (await this.#databaseNumberOf(userId)) === life;
  }

  /**
   * Starts a new, empty database. The old one is deleted when no tab has it open any more, which a sleeping tab can delay without limit.
   */
  async replaceDatabase({ userId, life }: EventDatabase): Promise<void> {
    await this.#store.set(`${replacedPrefix}${userId}-${life}`, { userId, life });
    if ((await this.#databaseNumberOf(userId)) === life) await this.#store.set(databaseNumberKey(userId), life + 1);
    this.sweep();
  }

  sweep(): void {
    void this.#sweep().catch(() => undefined);
  }

  async #sweep(): Promise<void> {
    for (const key of await this.#store.keys(replacedPrefix)) {
      const old = await this.#store.get<Pick<EventDatabase, 'userId' | 'life'>>(key);
      if (!old || (await this.#databaseNumberOf(old.userId)) <= old.life) continue;
      void this.#openDatabase(old.userId, old.life)
        .delete()
        .then(() => this.#store.del(key))
        .catch(() => undefined);
    }
  }

  /** If this store was lost, the databases of the device show the current number. */
  async #databaseNumberOf(userId: number): Promise<number> {
    const known = await this.#store.get<number>(databaseNumberKey(userId));
    if (known !== undefined) return known;
    const last = await this.#openDatabase(userId).lastLife();
    await this.#store.set(databaseNumberKey(userId), last);
    return last;
  }

  async signedIn(): Promise<number | null> {
    return signedInUserId(this.#store);
  }

  async enter(userId: number): Promise<void> {
    await this.#change(() => this.#store.set(signedInKey, userId));
  }

  /** Deletes the start page before the signed-in user changes, so that it never shows another person's data. */
  #change(work: () => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      await this.#ports.startPage.forget();
      await work();
    });
  }

  /** Stores the start page of this person unless they have signed out. */
  async keepStartPage(userId: number, page: Response): Promise<void> {
    await this.#inTurn(async () => {
      if ((await this.signedIn()) !== userId) return;
      await this.#ports.startPage.keep(page);
      // A tab that was frozen here has lost the lock.
      if ((await this.signedIn()) !== userId) await this.#ports.startPage.forget();
    });
  }

  forgetStartPage(): Promise<void> {
    return this.#inTurn(() => this.#ports.startPage.forget());
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    return this.#ports.withLock(startPageLock, work, patience);
  }

  /** Signs out on the device; the server's session is still to be revoked. */
  async leave(): Promise<void> {
    await this.#store.set(revocationKey, true);
    this.#ports.sessionMark.set('left');
    await this.#change(() => this.#store.del(signedInKey));
  }

  /** Signs out because the server ended the session. */
  async ended(person: Person): Promise<void> {
    // First, so that pending commands are reported even if the rest is interrupted.
    await this.keep(person);
    await this.#change(() => this.#store.del(signedInKey));
  }

  async hasPendingRevocation(): Promise<boolean> {
    return this.#ports.sessionMark.get() === 'left' || ((await this.#store.get<boolean>(revocationKey)) ?? false);
  }

  async revoked(): Promise<void> {
    this.#ports.sessionMark.set(null);
    await this.#store.del(revocationKey);
  }

  async keep(person: Person): Promise<void> {
    const others = (await this.#left()).filter(({ userId }) => userId !== person.userId);
    await this.#store.set(leftKey, [...others, person]);
  }

  async forget(userId: number): Promise<void> {
    await this.#store.set(
      leftKey,
      (await this.#left()).filter((person) => person.userId !== userId),
    );
  }

  async nameOf(userId: number): Promise<string> {
    return (await this.#left()).find((person) => person.userId === userId)?.name ?? '';
  }

  /** Returns people with pending commands on this device, and the number of commands. */
  async unsent(): Promise<{ name: string; count: number }[]> {
    const found: { name: string; count: number }[] = [];
    for (const { userId, name } of await this.#left()) {
      const count = await this.#countOf(userId);
      if (count > 0) found.push({ name, count });
    }
    return found;
  }

  /**
   * Returns the number of an account's pending commands, from the loss journal if its database does not open in time. Deletes everything
   * else of the account.
   */
  async #countOf(userId: number): Promise<number> {
    const db = await this.databaseOf(userId);
    try {
      // A sleeping tab may block the upgrade of the database.
      if ((await within(this.#ports, patience, db.open(), null)) === null) return (await unsentEntries(this.#store, userId)).length;
      if (!(await isWiped(db)) && (await this.signedIn()) !== userId) await wipeMirror(db);
      return await db.outbox.count();
    } catch {
      return (await unsentEntries(this.#store, userId)).length;
    } finally {
      db.close();
    }
  }

  async #left(): Promise<Person[]> {
    return (await this.#store.get<Person[]>(leftKey)) ?? [];
  }
}
