import type { Participant } from '#contract/resources/participants.ts';
import { groupBy } from '#lib/group-by.ts';
import { scopeOf } from '#contract/scope.ts';
import { times } from '#contract/times.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Ports } from '../device/ports.ts';
import type { OutsideRows } from './outside-rows.ts';

interface Parts {
  readonly db: EventDatabase;
  readonly ports: Ports;
  readonly outside: OutsideRows;
  /** Returns the scopes, separated by spaces, of which this device holds windows. */
  readonly windowed: () => string;
  readonly isOffline: () => boolean;
  readonly onProblem: (error: unknown) => void;
}

/** The time (ms) until people are asked for again after a call that failed. */
const pause = 30 * times.second;

/**
 * Stands in for people of big events whom the mirror lacks, for example in a draft, and fetches them. Somebody whom the server does not
 * return is no member, and has no stand-in from then on.
 */
export class AbsentPeople {
  readonly #parts: Parts;
  readonly #wanted = new Set<string>();
  readonly #former = new Set<string>();
  #isBusy = false;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.db.standIn = (id) => this.#standIn(id);
  }

  stop(): void {
    this.#isStopped = true;
    delete this.#parts.db.standIn;
  }

  /** Fetches those who were looked for, once there is a network. */
  fetch(): void {
    const { ports, isOffline, onProblem } = this.#parts;
    if (this.#isBusy || this.#isStopped || this.#wanted.size === 0 || isOffline()) return;
    this.#isBusy = true;
    const run = async (): Promise<void> => {
      const isDone = await this.#fetchAll().catch((error: unknown) => onProblem(error));
      ports.setTimer(isDone ? 0 : pause, () => {
        this.#isBusy = false;
        this.fetch();
      });
    };
    // Outside of the transaction in which a query looked for them.
    ports.setTimer(0, () => void run());
  }

  #standIn(id: string): Participant | undefined {
    const [eventId = 0, userId = 0] = id.split('-').map(Number);
    if (this.#former.has(id) || !this.#parts.windowed().split(' ').includes(scopeOf.event(eventId))) return undefined;
    this.#wanted.add(id);
    this.fetch();
    return { id, version: 0, eventId, userId, name: '…', email: '', image: null, whatsapp: null, instagram: null, linkedin: null };
  }

  /** Returns false if a call failed. */
  async #fetchAll(): Promise<boolean> {
    const { db, outside } = this.#parts;
    for (const [eventId, ids] of groupBy([...this.#wanted], (id) => Number(id.split('-')[0]))) {
      const fetched = await outside.rows(eventId, 'participants', ids);
      if (fetched.kind !== 'stored') return false;
      for (const id of ids) this.#wanted.delete(id);
      for (const id of fetched.missing) this.#former.add(String(id));
      // The queries that look for them run again.
      await db.mirror('participants').bulkDelete([...fetched.missing]);
    }
    return true;
  }
}
