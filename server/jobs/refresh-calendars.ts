import { createHash } from 'node:crypto';
import { times } from '#contract/times.ts';
import { fetchCalendar } from '../calendar/fetch-calendar.ts';
import type { Occurrences } from '#contract/calendar/occurrences.ts';
import { CalendarRefused, usualLimits } from '../calendar/read-calendar.ts';
import { dropCalendar, feedSource, recordProblem, replaceCalendar } from '../calendar/replace-calendar.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import { type CalendarSource, readCalendarSources } from '../store/repositories/calendar-sources.ts';
import type { Store } from '../store/store.ts';
import { Leases } from './leases.ts';

const refreshInterval = 15 * times.minute;

export interface RefreshDeps {
  readonly config: Pick<Config, 'calendarUrl' | 'allowLoopback'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}

/** Extends imported calendars into the coming months by their recurrence rules. Throws the errors of the store. */
export async function refreshFiles(deps: RefreshDeps, stopped: AbortSignal): Promise<void> {
  const sources = await readCalendarSources(deps.store.reading);
  for (const source of sources.filter(({ name }) => name !== feedSource)) {
    await take(deps, source, source.readAt, stopped).catch(
      unlessRefused((error) => void (stopped.aborted || warn(deps, source.name, error))),
    );
  }
}

/**
 * Fetches the calendar feed, or deletes its events if none is configured any more. If it cannot be read, its events stay and the problem is
 * shown to all. Throws the errors of the store.
 */
export async function refreshFeed(deps: RefreshDeps, stopped: AbortSignal): Promise<void> {
  const { config, store, clock, log } = deps;
  const { calendarUrl: url } = config;
  if (url === null) {
    await dropCalendar(store, feedSource, clock.now());
    return;
  }
  const feed = await readFeed(store);
  const addressHash = hashOf(url);
  const known = feed?.addressHash === addressHash ? feed : null;
  const refresh = async (): Promise<void> => {
    const fetched = await fetchCalendar(url, { etag: known?.etag ?? null, rules: config, stopped });
    const { text, etag } = (fetched ?? known) as CalendarSource;
    const source = { name: feedSource, text, etag, addressHash, readAt: clock.now() };
    const { leftOut, dropped, unknownZones, withoutZone } = await take(deps, source, feed?.readAt ?? null, stopped);
    const unreadable = leftOut.filter(([why]) => why === 'unreadable').length;
    if (fetched && unreadable + dropped + unknownZones.length + withoutZone > 0)
      log.warn({ source: feedSource, unreadable, dropped, unknownZones, withoutZone }, 'a calendar was not taken whole');
  };
  await refresh().catch(
    unlessRefused(async (error) => {
      if (stopped.aborted) return;
      warn(deps, feedSource, error);
      const { problem, detail } = error;
      await recordProblem(store, { problem, detail }, feed?.readAt ?? null, clock.now());
    }),
  );
}

function take({ store, clock }: RefreshDeps, source: CalendarSource, seenAt: number | null, stopped: AbortSignal): Promise<Occurrences> {
  return replaceCalendar(store, source, { now: clock.now(), readLimits: { ...usualLimits, stopped }, seenAt });
}

function warn({ log }: RefreshDeps, source: string, { problem, detail }: CalendarRefused): void {
  log.warn({ source, problem, detail }, 'a calendar cannot be read');
}

const unlessRefused =
  (handle: (error: CalendarRefused) => void | Promise<void>) =>
  (error: unknown): void | Promise<void> => {
    if (!(error instanceof CalendarRefused)) throw error;
    return handle(error);
  };

const hashOf = (url: string): string => createHash('sha256').update(url).digest('base64url');

async function readFeed(store: Store): Promise<CalendarSource | undefined> {
  return (await readCalendarSources(store.reading)).find(({ name }) => name === feedSource);
}

/** Refreshes all calendars every quarter of an hour, and at the start if the address of the feed has changed. */
export function createCalendarJob(deps: RefreshDeps): Leases {
  const { config, store, clock, log } = deps;
  const { calendarUrl: url } = config;
  const work = async (stopping: AbortSignal): Promise<void> => {
    for (const refresh of [refreshFeed, refreshFiles])
      await refresh(deps, stopping).catch((error: unknown) => log.error({ err: error }, 'the calendars could not be refreshed'));
  };
  const isOverdue = async (): Promise<boolean> => ((await readFeed(store))?.addressHash ?? null) !== (url === null ? null : hashOf(url));
  return new Leases({ store, clock, log, name: 'calendars', every: refreshInterval, work, isOverdue });
}
