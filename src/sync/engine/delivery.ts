import { liveQuery } from 'dexie';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import type { Observed } from '../../lib/observable.ts';
import type { Ports } from '../device/ports.ts';
import { isWiped } from '../outbox/wipe.ts';
import { publishesRow } from '../mirror/readable.ts';
import { withDependents } from '../outbox/outbox.ts';
import type { Connection } from '../wire/connection.ts';

/**
 * What has become of commands by the time their person should hear of them. `waits`: the server has said nothing yet; `refused`: it took none of
 * them, and what they were made of is a draft again; `told`: they need their person, who is told where such commands are.
 */
export type Delivery = { readonly kind: 'done' | 'waits' | 'told' } | { readonly kind: 'refused'; readonly code: string };

/** The form that commands came from. */
interface WaitingForm {
  /** One that was given up or left has no place for what was refused: its draft may be another by then. */
  readonly isThere: () => boolean;
  /** Makes drafts of what was refused, and is done before anybody else tells of it. */
  readonly takeBack: (refused: readonly OutboxEntry[]) => Promise<void>;
}

/** As long as a person waits for the server's word, in milliseconds. */
const patience = 2_000;

interface Options {
  readonly db: EventDatabase;
  readonly ports: Ports;
  readonly connection: Connection;
  /** Is told the places in the outbox of those whose form waits for the server's word, and says it. */
  readonly awaited: Observed<ReadonlySet<number>>;
}

/** Follows commands until the server has answered each of them, or their person has waited long enough. */
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
      // Nobody else will ever have to tell of them, unless they stay where they are.
      const isBack = await form.takeBack(left).then(
        () => true,
        () => false,
      );
      if (isBack) return { kind: 'refused', code: refusal.lastError?.code ?? 'internal' };
    }
    awaited.set(new Set([...awaited.get()].filter((seq) => !places.includes(seq))));
    if (left.length === 0) return { kind: await this.#sentOrThrownAway() };
    return { kind: isSettled(left) ? 'told' : 'waits' };
  }

  /** A logout in another tab empties the outbox too, which is no answer of the server. */
  async #sentOrThrownAway(): Promise<'done' | 'told'> {
    const isGone = await isWiped(this.#options.db).catch(() => true);
    return isGone ? 'told' : 'done';
  }

  /** Those that are still in the outbox then. A command that goes again on a newer row has another key and the same place. */
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

/** Those that need their person, of the states that count here, and those that cannot go without them. */
function stuck(left: readonly OutboxEntry[], states: readonly OutboxEntry['state'][]): OutboxEntry[] {
  const held = withDependents(left, new Set(left.flatMap(({ key, state }) => (states.includes(state) ? [key] : []))));
  const rows = new Set(held.map(({ entities }) => entities[0]));
  return left.filter((entry) => held.includes(entry) || (publishesRow(entry) && rows.has(entry.entities[0])));
}

/** Whether the server has said of each of them what there is to say. */
const isSettled = (left: readonly OutboxEntry[]): boolean => stuck(left, ['refused', 'conflict']).length === left.length;
