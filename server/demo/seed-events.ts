import type { Code } from '../../contract/resources/codes.ts';
import type { EventRow } from '../../contract/resources/events.ts';
import type { EventRole } from '../../contract/roles.ts';
import { catalogue } from '../modules/catalogue.ts';
import type { Trx } from '../store/engine/schema.ts';
import { type DemoEvent, demoTimeZone } from './story/events.ts';
import { people } from './story/people.ts';
import { type CampCalendar, instantOf } from './story/times.ts';

/** Inserts an event; gives its id. */
export async function insertEvent(trx: Trx, event: DemoEvent, calendar: CampCalendar): Promise<EventRow['id']> {
  const { id } = await trx
    .insertInto('events')
    .values({
      title: event.title,
      description: event.description,
      start_date: instantOf(calendar.at(...event.from)),
      end_date: instantOf(calendar.at(...event.to)),
      visible: 1,
      code_required: event.codeRequired ? 1 : 0,
      time_zone: demoTimeZone,
      date_locale: 'de-DE',
      version: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The code that opens an event, if it has one. */
export function codeRows(eventId: number, { code }: DemoEvent, newId: () => string): Code[] {
  return code === null ? [] : [{ id: newId(), version: 1, eventId, code, reusable: true, used: false, usedBy: null }];
}

/** Lets an event use every module; gives the modules' ids. */
export async function insertModules(trx: Trx, eventId: number): Promise<number[]> {
  await trx
    .insertInto('event_modules')
    .values(
      catalogue.map(({ id, menu_entries }) => ({
        event_id: eventId,
        module_id: id,
        is_active: 1 as const,
        active_menu_entries: JSON.stringify(menu_entries.filter(({ optional }) => optional).map(({ navigationPath }) => navigationPath)),
        version: 1,
      })),
    )
    .execute();
  return catalogue.map(({ id }) => id);
}

/** Makes people members of an event, everybody where it names nobody; gives their user ids. */
export async function insertMembers(trx: Trx, eventId: number, event: DemoEvent, userIds: ReadonlyMap<string, number>): Promise<number[]> {
  const everybody = people.map(({ key, eventRole }): [string, EventRole] => [key, eventRole ?? 'participant']);
  const members = (event.members ? Object.entries(event.members) : everybody).map(([key, role]) => ({
    user_id: userIds.get(key) as number,
    event_id: eventId,
    role,
    version: 1,
  }));
  await trx.insertInto('memberships').values(members).execute();
  return members.map(({ user_id }) => user_id);
}
