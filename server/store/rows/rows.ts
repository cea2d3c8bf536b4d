import type { BaseRow, RowId } from '../../../contract/resource.ts';
import { announcements } from '../../../contract/resources/announcements.ts';
import { codes } from '../../../contract/resources/codes.ts';
import { events } from '../../../contract/resources/events.ts';
import { evidence } from '../../../contract/resources/evidence.ts';
import { feedback } from '../../../contract/resources/feedback.ts';
import { homeEntries, type HomeEntry } from '../../../contract/resources/home-entries.ts';
import { menuEntries, type MenuEntry } from '../../../contract/resources/menu-entries.ts';
import { photos } from '../../../contract/resources/photos.ts';
import { meetups } from '../../../contract/resources/meetups.ts';
import { posts } from '../../../contract/resources/posts.ts';
import { schedule } from '../../../contract/resources/schedule.ts';
import { statistics } from '../../../contract/resources/statistics.ts';
import { userStatistics } from '../../../contract/resources/user-statistics.ts';
import type { ResourceName } from '../../../contract/resources.ts';
import { homeScreenNumber, menuEntryNumber, moduleDefinition } from '../../modules/catalogue.ts';
import { moduleReader, participantReader } from './composed-rows.ts';
import { meStore } from './me-rows.ts';
import { notificationStore } from './notification-settings.ts';
import { type RowReader, type RowStore, tableStore } from './row-store.ts';
import type { Reading } from '../engine/handles.ts';

const menuEntryStore = tableStore(menuEntries, 'menu_entries', {
  field: 'menuEntryNumber',
  columns: ['navigationPath'],
  read(record) {
    record['menuEntryNumber'] = menuEntryNumber(record['moduleId'] as number, record['navigationPath'] as string);
    delete record['navigationPath'];
  },
  write(row) {
    const { moduleId, menuEntryNumber: index } = row as MenuEntry;
    return { navigation_path: moduleDefinition(moduleId)?.menu_entries[index]?.navigationPath ?? '' };
  },
});

const homeEntryStore = tableStore(homeEntries, 'home_entries', {
  field: 'homeScreenNumber',
  columns: ['settings'],
  read(record) {
    const { componentName } = JSON.parse(record['settings'] as string) as { componentName?: string };
    record['homeScreenNumber'] = homeScreenNumber(record['moduleId'] as number, componentName ?? '');
  },
  write(row) {
    const { moduleId, homeScreenNumber: index, settings } = row as HomeEntry;
    const componentName = moduleDefinition(moduleId)?.home_components[index]?.name ?? '';
    return { settings: JSON.stringify({ ...(JSON.parse(settings ?? '{}') as object), componentName }) };
  },
});

/** Resources whose rows are stored as they are, and changed by their mutations. */
const stores: Partial<Record<ResourceName, RowStore>> = {
  me: meStore,
  notifications: notificationStore,
  events: tableStore(events, 'events'),
  menuEntries: menuEntryStore,
  homeEntries: homeEntryStore,
  schedule: tableStore(schedule, 'schedule_entries'),
  announcements: tableStore(announcements, 'announcements'),
  codes: tableStore(codes, 'event_codes'),
  posts: tableStore(posts, 'posts'),
  photos: tableStore(photos, 'photos'),
  meetups: tableStore(meetups, 'meetups'),
  statistics: tableStore(statistics, 'statistics'),
  userStatistics: tableStore(userStatistics, 'user_statistics'),
  evidence: tableStore(evidence, 'evidence'),
  feedback: tableStore(feedback, 'feedback'),
};

const readers: Record<ResourceName, RowReader> = {
  modules: moduleReader,
  participants: participantReader,
  ...(stores as Record<Exclude<ResourceName, 'modules' | 'participants'>, RowStore>),
};

/** Throws a `TypeError` for a resource whose rows are put together from several tables: those are changed by services of their own. */
export function rowStoreOf(resource: string): RowStore {
  const store = stores[resource as ResourceName];
  if (!store) throw new TypeError(`the rows of ${resource} are not stored as they are`);
  return store;
}

/** The rows of `resource` with these ids, as they are now; an id without a row is left out. */
export function loadRows(db: Reading, resource: string, ids: readonly RowId[]): Promise<Map<RowId, BaseRow>> {
  return readers[resource as ResourceName].load(db, ids);
}

/** One row as it is now; null where it is not there. */
export async function readRow(db: Reading, resource: string, id: RowId): Promise<BaseRow | null> {
  return (await loadRows(db, resource, [id])).get(id) ?? null;
}
