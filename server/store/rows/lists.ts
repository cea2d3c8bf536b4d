import type { BaseRow } from '../../../contract/resource.ts';
import type { Announcement } from '../../../contract/resources/announcements.ts';
import type { Code } from '../../../contract/resources/codes.ts';
import type { EventRow } from '../../../contract/resources/events.ts';
import type { Feedback } from '../../../contract/resources/feedback.ts';
import type { HomeEntry } from '../../../contract/resources/home-entries.ts';
import type { Meetup } from '../../../contract/resources/meetups.ts';
import type { MenuEntry } from '../../../contract/resources/menu-entries.ts';
import type { ModuleRow } from '../../../contract/resources/modules.ts';
import type { ScheduleEntry } from '../../../contract/resources/schedule.ts';
import type { Statistic } from '../../../contract/resources/statistics.ts';
import type { UserStatistic } from '../../../contract/resources/user-statistics.ts';
import { catalogue } from '../../modules/catalogue.ts';
import { moduleRowId } from './composed-rows.ts';
import { loadRows, rowStoreOf } from './rows.ts';
import { type Reading, sqlOf } from '../engine/handles.ts';

interface RowsOfEvent {
  menuEntries: MenuEntry;
  homeEntries: HomeEntry;
  schedule: ScheduleEntry;
  announcements: Announcement;
  codes: Code;
  meetups: Meetup;
  statistics: Statistic;
  userStatistics: UserStatistic;
  feedback: Feedback;
}

/** All rows of one event, in no order. */
export async function listOfEvent<Name extends keyof RowsOfEvent>(
  db: Reading,
  resource: Name,
  eventId: number,
): Promise<RowsOfEvent[Name][]> {
  const ids = await rowStoreOf(resource).idsWhere(db, 'eventId', [eventId]);
  return rowsOf(db, resource, ids) as Promise<unknown> as Promise<RowsOfEvent[Name][]>;
}

/** The modules of an event, in the order of the catalogue. */
export async function listModules(db: Reading, eventId: number): Promise<ModuleRow[]> {
  const ids = catalogue.map(({ id }) => moduleRowId(eventId, id));
  return (await rowsOf(db, 'modules', ids)) as unknown as ModuleRow[];
}

export async function findEvent(db: Reading, id: number): Promise<EventRow | null> {
  const [row] = await rowsOf(db, 'events', [id]);
  return (row as unknown as EventRow | undefined) ?? null;
}

/** Visible events, and those in `memberOf`, the earliest first. */
export async function listEvents(db: Reading, memberOf: readonly number[]): Promise<EventRow[]> {
  const records = await sqlOf(db)
    .selectFrom('events')
    .select('id')
    .where((is) => is.or([is('visible', '=', 1), ...(memberOf.length > 0 ? [is('id', 'in', [...memberOf])] : [])]))
    .orderBy('start_date')
    .orderBy('id')
    .execute();
  return (await rowsOf(
    db,
    'events',
    records.map(({ id }) => id),
  )) as unknown as EventRow[];
}

/** Every event, hidden ones too, in the order of their ids. */
export async function listAllEvents(db: Reading): Promise<EventRow[]> {
  const records = await sqlOf(db).selectFrom('events').select('id').orderBy('id').execute();
  const ids = records.map(({ id }) => id);
  return (await rowsOf(db, 'events', ids)) as unknown as EventRow[];
}

async function rowsOf(db: Reading, resource: string, ids: readonly BaseRow['id'][]): Promise<BaseRow[]> {
  const rows = await loadRows(db, resource, ids);
  return ids.flatMap((id) => rows.get(id) ?? []);
}
