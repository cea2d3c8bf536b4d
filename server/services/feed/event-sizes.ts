import { windowSizes } from '#contract/rules/windows.ts';
import { times } from '#contract/times.ts';
import { BoundedMap } from '#server/lib/bounded-map.ts';
import type { Clock } from '#server/lib/clock.ts';
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

/** Counts the rows of events for their readers: each event at most once in ten seconds, and only while somebody reads. */
export class EventSizes {
  readonly #clock: Clock;
  readonly #sizes = new BoundedMap<number, EventSize>(mostEvents);
  readonly #counting = new Map<number, Promise<EventSize>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the size of an event; the earlier one while another reader counts. */
  async of(db: ReadHandle, eventId: number): Promise<EventSize> {
    const known = this.#sizes.get(eventId);
    const counting = this.#counting.get(eventId);
    if (known && (counting || this.#clock.now() - known.at < countedEvery)) return known;
    return counting ?? this.#count(db, eventId);
  }

  async #count(db: ReadHandle, eventId: number): Promise<EventSize> {
    const counting = countsOf(db, eventId).then((counts) => sizeOf(counts, this.#clock.now()));
    this.#counting.set(eventId, counting);
    try {
      const size = await counting;
      this.#sizes.set(eventId, size);
      return size;
    } finally {
      this.#counting.delete(eventId);
    }
  }
}

function sizeOf({ members, rows, lists }: EventCounts, at: number): EventSize {
  const { bigMembers, bigRows } = windowSizes;
  const isAbove = (part: number): boolean => members > bigMembers * part || rows > bigRows * part;
  return { counts: lists, at, isBig: (had) => isAbove(had ? 0.5 : 1) };
}
