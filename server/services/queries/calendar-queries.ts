import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import { Refusal } from '#contract/errors.ts';
import { canonicalInstant } from '#contract/fields.ts';
import type { CalendarLink } from '#contract/resources/calendars.ts';
import type { Me } from '#contract/resources/me.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { calendarPieces, calendarText } from '#contract/rules/schedule-calendar.ts';
import type { Clock } from '#server/lib/clock.ts';
import { timingSafeEqualTexts } from '#server/lib/timing-safe-equal.ts';
import { findEvent, pagesOfRows, versionsOf } from '#server/store/repositories/lists.ts';
import { readAgendaItems } from '#server/store/repositories/agenda-items.ts';
import { calendarBetween } from '#server/store/repositories/calendar-sources.ts';
import { readRow } from '#server/store/repositories/rows.ts';
import type { ReadHandle, Store } from '#server/store/store.ts';

/** Schedule entries in memory at once for one reader. */
const entriesAtOnce = 100;

/** Events of imported calendars for the REST API, and the schedule as iCalendar feed. */
export class CalendarQueries {
  readonly #db: ReadHandle;
  readonly #clock: Clock;

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#db = store.reading;
    this.#clock = clock;
  }

  /** Returns one page (from 1) of calendar events between two days or instants (ISO 8601; a day begins with UTC), the earliest first. */
  async events({ from, to, page, limit }: { from: string | undefined; to: string | undefined; page: number; limit: number }) {
    const instant = (bound: string | undefined): string | undefined => (bound === undefined ? undefined : canonicalInstant(bound));
    const between = { from: instant(from), to: instant(to) };
    const { events, total } = await calendarBetween(this.#db, { ...between, offset: (page - 1) * limit, limit });
    return { events, pagination: { currentPage: page, totalPages: Math.max(1, Math.ceil(total / limit)) } };
  }

  /**
   * Returns the schedule of an event as iCalendar text (RFC 5545) in pieces. `id` names the row of the calendar link. `tag` changes only
   * with the schedule. Throws `not_found` for an invalid link, and after its person left the event.
   */
  async schedule(id: string, secret: string): Promise<{ tag: string; text: () => AsyncIterable<string> }> {
    const { event } = await this.#opened('calendarLinks', id, secret);
    const entries = await versionsOf(this.#db, { resource: 'schedule', eventId: event.id, order: ['startDate', 'id'] });
    const state = JSON.stringify([event.title, ...entries.map(({ id: entry, version }) => [entry, version])]);
    const ids = entries.map((entry) => entry.id);
    const at = new Date(this.#clock.now()).toISOString();
    return {
      tag: `"${createHash('sha256').update(state).digest('base64url')}"`,
      text: () => calendarPieces(ICAL, event, pagesOfRows(this.#db, 'schedule', ids, entriesAtOnce) as AsyncIterable<ScheduleEntry[]>, at),
    };
  }

  /** Returns the agenda of the link's person as iCalendar text with alarms, under the same conditions. */
  async agenda(id: string, secret: string): Promise<{ tag: string; text: () => AsyncIterable<string> }> {
    const { event, link } = await this.#opened('agendaLinks', id, secret);
    const items = await readAgendaItems(this.#db, link);
    const at = new Date(this.#clock.now()).toISOString();
    const state = JSON.stringify([event.title, items]);
    return {
      tag: `"${createHash('sha256').update(state).digest('base64url')}"`,
      text: async function* () {
        yield calendarText(ICAL, event, items, at);
      },
    };
  }

  async #opened(links: 'calendarLinks' | 'agendaLinks', id: string, secret: string): Promise<{ event: EventRow; link: CalendarLink }> {
    const link = (await readRow(this.#db, links, id)) as CalendarLink | null;
    if (!link || link.secret === null || !timingSafeEqualTexts(link.secret, secret)) throw new Refusal('not_found');
    const event = await findEvent(this.#db, link.eventId);
    if (!event || !(await this.#mayRead(link))) throw new Refusal('not_found');
    return { event, link };
  }

  async #mayRead({ userId, eventId }: CalendarLink): Promise<boolean> {
    const me = (await readRow(this.#db, 'me', userId)) as Me | null;
    return me?.role === 'admin' || (me?.memberships.some((membership) => membership.eventId === eventId) ?? false);
  }
}
