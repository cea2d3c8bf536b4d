import type { EventDatabase } from '../../db/database.ts';
import { isWiped, wipeMirror } from '../mirror/wipe.ts';
import type { KeyValueStore } from '../device/ports.ts';
import { testimony } from '../outbox/witness.ts';

export interface Person {
  readonly userId: number;
  readonly name: string;
}

const keys = { signedIn: 'signed-in', owed: 'owes-revocation', left: 'left-something' };

/** What this device remembers of people, outside their databases: who is signed in, and who left something unsent. */
export class People {
  readonly #store: KeyValueStore;
  readonly #openDatabase: (userId: number) => EventDatabase;

  constructor(store: KeyValueStore, openDatabase: (userId: number) => EventDatabase) {
    this.#store = store;
    this.#openDatabase = openDatabase;
  }

  async signedIn(): Promise<number | null> {
    return (await this.#store.get<number>(keys.signedIn)) ?? null;
  }

  async enter(userId: number): Promise<void> {
    await this.#store.set(keys.signedIn, userId);
  }

  /** Logged out here; the server has yet to hear of it. */
  async leave(): Promise<void> {
    await this.#store.set(keys.owed, true);
    await this.#store.del(keys.signedIn);
  }

  /** The server ended the session by itself. */
  async ended(person: Person): Promise<void> {
    await this.#store.del(keys.signedIn);
    await this.keep(person);
  }

  async owesRevocation(): Promise<boolean> {
    return (await this.#store.get<boolean>(keys.owed)) ?? false;
  }

  async revoked(): Promise<void> {
    await this.#store.del(keys.owed);
  }

  async keep(person: Person): Promise<void> {
    const others = (await this.#left()).filter(({ userId }) => userId !== person.userId);
    await this.#store.set(keys.left, [...others, person]);
  }

  async forget(userId: number): Promise<void> {
    await this.#store.set(
      keys.left,
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

  /** How much of somebody waits here; where their database does not open, the second witness knows. Nothing else of theirs stays. */
  async #countOf(userId: number): Promise<number> {
    const db = this.#openDatabase(userId);
    try {
      if (!(await isWiped(db)) && (await this.signedIn()) !== userId) await wipeMirror(db);
      return await db.outbox.count();
    } catch {
      return (await testimony(this.#store, userId)).length;
    } finally {
      db.close();
    }
  }

  async #left(): Promise<Person[]> {
    return (await this.#store.get<Person[]>(keys.left)) ?? [];
  }
}
