import { randomBytes } from 'node:crypto';
import type { EventRow } from '#contract/resources/events.ts';
import { sqlOf, type WriteHandle } from '#server/store/core/handles.ts';

/** Creates an event and returns its id. Dates are instants (ISO 8601, UTC). */
export async function insertEvent(trx: WriteHandle, event: Omit<EventRow, 'id' | 'version' | 'pictureKey'>): Promise<EventRow['id']> {
  const { id } = await sqlOf(trx)
    .insertInto('events')
    .values({
      title: event.title,
      description: event.description,
      start_date: event.startDate,
      end_date: event.endDate,
      visible: event.visible ? 1 : 0,
      code_required: event.codeRequired ? 1 : 0,
      time_zone: event.timeZone,
      date_locale: event.dateLocale,
      picture_key: randomBytes(16).toString('base64url'),
      header_image: event.headerImage ?? null,
      kept_days: event.keptDays ?? null,
      version: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds modules to an event, each with the navigation paths of its active optional menu entries. An inactive one can be turned on later. */
export async function insertModules(
  trx: WriteHandle,
  eventId: EventRow['id'],
  modules: readonly { readonly moduleId: number; readonly activeMenuEntries: readonly string[]; readonly isActive?: boolean }[],
): Promise<void> {
  const values = modules.map(({ moduleId, activeMenuEntries, isActive = true }) => ({
    event_id: eventId,
    module_id: moduleId,
    is_active: isActive ? (1 as const) : (0 as const),
    active_menu_entries: JSON.stringify(activeMenuEntries),
    version: 1,
  }));
  await sqlOf(trx).insertInto('event_modules').values(values).execute();
}
