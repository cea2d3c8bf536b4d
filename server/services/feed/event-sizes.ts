import { windowSizes } from '#contract/rules/windows.ts';
import { times } from '#contract/times.ts';
import type { Clock } from '#server/lib/clock.ts';
import { KeptValues } from '#server/lib/kept-values.ts';
import { countsOf, type EventCounts } from '#server/store/repositories/windows.ts';
import type { ReadHandle } from '#server/store/store.ts';

/** How long (ms) the counts of an event are used. */
const countedEvery = 10 * times.second;

const mostEvents = 1_000;

export interface EventSize {
  readonly counts: EventCounts['lists'];
  /** The time of counting (ms since the epoch). */
  readonly at: number;
  /** Returns whether the event has windows; one that `had` them keeps them down to half of the size. */
  readonly isBig: (had: boolean) => boolean;
}

/** Counts the rows of events for their readers: each event about once in ten seconds, and only while somebody reads. */
export class EventSizes {
  readonly #clock: Clock;
  readonly #kept: KeptValues<number, EventSize>;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#kept = new KeptValues({ clock, life: countedEvery, most: mostEvents });
  }

  /** Returns the size of an event; the earlier one while another reader counts. */
  of(db: ReadHandle, eventId: number): Promise<EventSize> {
    return this.#kept.get(eventId, async () => sizeOf(await countsOf(db, eventId), this.#clock.now()));
  }
}

function sizeOf({ members, rows, lists }: EventCounts, at: number): EventSize {
  const { bigMembers, bigRows } = windowSizes;
  const isAbove = (part: number): boolean => members > bigMembers * part || rows > bigRows * part;
  return { counts: lists, at, isBig: (had) => isAbove(had ? 0.5 : 1) };
}
