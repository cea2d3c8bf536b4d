import { liveQuery } from 'dexie';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { Observed } from '#lib/observable.ts';
import type { Ports } from '../device/ports.ts';
import { isWiped } from '../outbox/wipe.ts';
import { publishesRow } from '../mirror/readable.ts';
import { withDependents } from '../outbox/outbox.ts';
import type { Connection } from '../wire/connection.ts';

/**
 * The state of commands when their delivery ends: accepted, not answered yet, in the list of rejected commands, or (`refused`) turned into
 * a draft again.
 */
export type Delivery = { readonly kind: 'done' | 'pending' | 'needs-attention' } | { readonly kind: 'refused'; readonly code: string };

interface WaitingForm {
  /** Returns false if the form was closed: its draft may have newer input by then. */
  readonly isThere: () => boolean;
  /** Turns refused commands into a draft. They stay hidden elsewhere until it resolves. */
  readonly takeBack: (refused: readonly OutboxEntry[]) => Promise<void>;
}

/** How long (ms) a person waits for the server's answer. */
const patience = 2_000;

interface Options {
  readonly db: EventDatabase;
  readonly ports: Ports;
  readonly connection: Connection;
  readonly awaited: Observed<ReadonlySet<number>>;
}

/** Follows commands until the server has answered each of them, or the person has waited long enough. */
export class Deliveries {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async follow(entries: readonly OutboxEntry[], form: WaitingForm | null): Promise<Delivery> {
    const { awaited } = this.#options;
    const places = entries.map(({ seq }) => seq);
    awaited.set(new Set([...awaited.get(), ...places]));
    const left = await this.#left(entries);
    const refusal = left.find(({ state }) => state === 'refused');
    if (refusal && form?.isThere() && left.length === entries.length && stuck(left, ['refused']).length === left.length) {
      // They stay in `awaited`: hidden elsewhere, as the draft shows them.
      const isBack = await form.takeBack(left).then(
        () => true,
        () => false,
      );
      if (isBack) return { kind: 'refused', code: refusal.lastError?.code ?? 'internal' };
    }
    awaited.set(new Set([...awaited.get()].filter((seq) => !places.includes(seq))));
    if (left.length === 0) return { kind: await this.#kindOfEnd() };
    return { kind: isSettled(left) ? 'needs-attention' : 'pending' };
  }

  /** A logout in another tab empties the outbox, too, without an answer of the server. */
  async #kindOfEnd(): Promise<'done' | 'needs-attention'> {
    const wiped = await isWiped(this.#options.db).catch(() => true);
    return wiped ? 'needs-attention' : 'done';
  }

  /**
   * Returns the commands that are still in the outbox when the wait ends. A command that is sent again on a newer row changes its key, not
   * its place.
   */
  #left(entries: readonly OutboxEntry[]): Promise<readonly OutboxEntry[]> {
    const { db, ports, connection } = this.#options;
    const places = entries.map(({ seq }) => seq);
    return new Promise((resolve) => {
      let left = entries;
      const isOver = (): boolean => connection.state.get() !== 'online' || isSettled(left);
      if (isOver()) return resolve(left);
      const stops: (() => void)[] = [];
      const end = (): void => {
        for (const stop of stops) stop();
        resolve(left);
      };
      const look = (): void => {
        if (isOver()) end();
      };
      const found = liveQuery(() => db.outbox.bulkGet(places)).subscribe({
        next: (read) => {
          left = read.filter((entry) => entry !== undefined);
          look();
        },
        error: end,
      });
      stops.push(() => found.unsubscribe(), connection.state.subscribe(look), ports.setTimer(patience, end));
      return undefined;
    });
  }
}

/** Returns the commands in the given states and those that cannot be sent before these are decided. */
function stuck(left: readonly OutboxEntry[], states: readonly OutboxEntry['state'][]): OutboxEntry[] {
  const held = withDependents(left, new Set(left.flatMap(({ key, state }) => (states.includes(state) ? [key] : []))));
  const rows = new Set(held.map(({ entities }) => entities[0]));
  return left.filter((entry) => held.includes(entry) || (publishesRow(entry) && rows.has(entry.entities[0])));
}

/** True if no command in `left` is still waiting for an answer of the server. */
const isSettled = (left: readonly OutboxEntry[]): boolean => stuck(left, ['refused', 'conflict']).length === left.length;
