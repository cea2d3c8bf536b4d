import type { EventDatabase } from '../../db/database.ts';
import { isWiped, wipeMirror } from '../outbox/wipe.ts';
import type { KeyValueStore, Ports } from '../device/ports.ts';
import { within } from '../../lib/timeout.ts';
import { unsentEntries } from '../outbox/loss-journal.ts';
import { leftKey, livesOf, owedKey, signedIn, signedInKey } from './who-is-here.ts';

export interface Person {
  readonly userId: number;
  readonly name: string;
}

/** Databases that were given up and may still have to be deleted, each under a key of its own. */
const givenUp = 'given-up-';

/** How long (ms) somebody else's database, or what another tab does about the start page, may take. */
const patience = 3_000;

/** Held by who looks who is here and keeps, or changes who is here. */
const startPageLock = 'event-companion-start-page';

export type OpenDatabase = (userId: number, life?: number) => EventDatabase;

/** What this device remembers of people, outside their databases: who is signed in, and who left something unsent. */
export class DeviceAccounts {
  readonly #store: KeyValueStore;
  readonly #openDatabase: OpenDatabase;
  readonly #ports: Pick<Ports, 'setTimer' | 'withLock' | 'startPage' | 'sessionMark'>;

  constructor(ports: Pick<Ports, 'store' | 'setTimer' | 'withLock' | 'startPage' | 'sessionMark'>, openDatabase: OpenDatabase) {
    this.#ports = ports;
    this.#store = ports.store;
    this.#openDatabase = openDatabase;
  }

  /** That person's database on this device. */
  async databaseOf(userId: number): Promise<EventDatabase> {
    return this.#openDatabase(userId, await this.#livesOf(userId));
  }

  /** Whether it is this one, or was given up for another. */
  async has({ userId, life }: EventDatabase): Promise<boolean> {
    return (await this.#livesOf(userId)) === life;
  }

  /** The person begins with an empty one. The old one is deleted when nobody holds it any more: a tab that sleeps may, for as long as it likes. */
  async giveUp({ userId, life }: EventDatabase): Promise<void> {
    await this.#store.set(`${givenUp}${userId}-${life}`, { userId, life });
    if ((await this.#livesOf(userId)) === life) await this.#store.set(livesOf(userId), life + 1);
    this.sweep();
  }

  /** Deletes what was given up, in its own time. */
  sweep(): void {
    void this.#sweep().catch(() => undefined);
  }

  async #sweep(): Promise<void> {
    for (const key of await this.#store.keys(givenUp)) {
      const old = await this.#store.get<Pick<EventDatabase, 'userId' | 'life'>>(key);
      if (!old || (await this.#livesOf(old.userId)) <= old.life) continue;
      void this.#openDatabase(old.userId, old.life)
        .delete()
        .then(() => this.#store.del(key))
        .catch(() => undefined);
    }
  }

  /** Where this store has been lost, what is on the device says it. */
  async #livesOf(userId: number): Promise<number> {
    const known = await this.#store.get<number>(livesOf(userId));
    if (known !== undefined) return known;
    const last = await this.#openDatabase(userId).lastLife();
    await this.#store.set(livesOf(userId), last);
    return last;
  }

  async signedIn(): Promise<number | null> {
    return signedIn(this.#store);
  }

  async enter(userId: number): Promise<void> {
    await this.#change(() => this.#store.set(signedInKey, userId));
  }

  /** What the next start shows first is never another's: it goes before anybody comes or leaves, and comes only while its person is here. */
  #change(work: () => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      await this.#ports.startPage.forget();
      await work();
    });
  }

  /** Keeps what the next start of this person shows first, unless they have left. */
  async keepStartPage(userId: number, page: Response): Promise<void> {
    await this.#inTurn(async () => {
      if ((await this.signedIn()) !== userId) return;
      await this.#ports.startPage.keep(page);
      // A tab that slept here has had its turn taken away.
      if ((await this.signedIn()) !== userId) await this.#ports.startPage.forget();
    });
  }

  forgetStartPage(): Promise<void> {
    return this.#inTurn(() => this.#ports.startPage.forget());
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    return this.#ports.withLock(startPageLock, work, patience);
  }

  /** Logged out here; the server has yet to hear of it. */
  async leave(): Promise<void> {
    await this.#store.set(owedKey, true);
    this.#ports.sessionMark.set('left');
    await this.#change(() => this.#store.del(signedInKey));
  }

  /** The server ended the session by itself. */
  async ended(person: Person): Promise<void> {
    // First, so that what waits is told of whenever this is cut off.
    await this.keep(person);
    await this.#change(() => this.#store.del(signedInKey));
  }

  async owesRevocation(): Promise<boolean> {
    return this.#ports.sessionMark.get() === 'left' || ((await this.#store.get<boolean>(owedKey)) ?? false);
  }

  async revoked(): Promise<void> {
    this.#ports.sessionMark.set(null);
    await this.#store.del(owedKey);
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

  /** Who left something that still waits, and how much. */
  async unsent(): Promise<{ name: string; count: number }[]> {
    const found: { name: string; count: number }[] = [];
    for (const { userId, name } of await this.#left()) {
      const count = await this.#countOf(userId);
      if (count > 0) found.push({ name, count });
    }
    return found;
  }

  /** How much of somebody waits here; where their database does not open, or not now, the second witness knows. Nothing else of theirs stays. */
  async #countOf(userId: number): Promise<number> {
    const db = await this.databaseOf(userId);
    try {
      // A tab that sleeps may keep it from being brought up to date.
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
