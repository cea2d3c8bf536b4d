import type { Code } from '#contract/resources/codes.ts';
import type { EventRow } from '#contract/resources/events.ts';
import type { EventRole } from '#contract/roles.ts';
import { catalogue } from '../resources/catalogue/modules.ts';
import { insertMembers } from '../store/repositories/events/memberships.ts';
import { insertEvent, insertModules } from '../store/repositories/events/new-event.ts';
import type { Writing } from '../store/store.ts';
import { type DemoEvent, demoTimeZone } from './story/events.ts';
import { people } from './story/people.ts';
import { type CampCalendar, instantOf } from './story/times.ts';

export function seedEvent(trx: Writing, event: DemoEvent, calendar: CampCalendar, headerImage: string | null): Promise<EventRow['id']> {
  return insertEvent(trx, {
    title: event.title,
    description: event.description,
    startDate: instantOf(calendar.at(...event.from)),
    endDate: instantOf(calendar.at(...event.to)),
    visible: true,
    codeRequired: event.codeRequired,
    timeZone: demoTimeZone,
    dateLocale: 'de-DE',
    headerImage,
  });
}

export function codeRows(eventId: number, { code }: DemoEvent, newId: () => string): Code[] {
  return code === null ? [] : [{ id: newId(), version: 1, eventId, code, reusable: true, used: false, usedBy: null }];
}

export async function seedModules(trx: Writing, eventId: number): Promise<number[]> {
  const modules = catalogue.map(({ id, menu_entries }) => ({
    moduleId: id,
    activeMenuEntries: menu_entries.filter(({ optional }) => optional).map(({ navigationPath }) => navigationPath),
  }));
  await insertModules(trx, eventId, modules);
  return catalogue.map(({ id }) => id);
}

/** Inserts the members of an event, by default everybody; returns their user ids. */
export async function seedMembers(
  trx: Writing,
  eventId: number,
  event: DemoEvent,
  userIds: ReadonlyMap<string, number>,
): Promise<number[]> {
  const everybody = people.map(({ key, eventRole }): [string, EventRole] => [key, eventRole ?? 'participant']);
  const members = (event.members ? Object.entries(event.members) : everybody).map(([key, role]) => ({
    userId: userIds.get(key) as number,
    role,
  }));
  await insertMembers(trx, eventId, members);
  return members.map(({ userId }) => userId);
}
