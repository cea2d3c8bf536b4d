import { Refusal } from '../../../contract/errors.ts';
import { thumbnailOf } from '../../../contract/pictures.ts';
import type { Me } from '../../../contract/resources/me.ts';
import { shareCodeOf } from '../../../contract/resources/codes.ts';
import type { NotificationSettings } from '../../../contract/resources/notifications.ts';
import { eventRoleIn } from '../../../contract/roles.ts';
import type { Caller } from '../../context.ts';
import { sections, moduleDefinition } from '../../modules/catalogue.ts';
import { findEvent, listEvents, listModules, listOfEvent } from '../../store/rows/lists.ts';
import { loadRows } from '../../store/rows/rows.ts';
import type { Reading, Store } from '../../store/store.ts';
import { countPhotos, listPhotos } from '../../store/rows/photos.ts';
import { countThreads, listThreads } from '../../store/rows/threads.ts';
import { activeEventOf, onlyMembersOf } from './event-access.ts';

/** Shown where a person has no picture of their own. */
export const placeholderImage = '/images/placeholder-profile.svg';

const byPosition = (one: { position: number }, other: { position: number }) => one.position - other.position;

/** Lists for clients that ask call by call; the app itself reads its mirror. */
export class Reads {
  readonly #db: Reading;

  constructor(store: Store) {
    this.#db = store.reading;
  }

  /** The signed-in person, with the event that they are active in and their role there. Throws `unauthenticated` when they are gone. */
  async currentUser({ userId }: Caller) {
    const me = (await loadRows(this.#db, 'me', [userId])).get(userId) as Me | undefined;
    if (!me) throw new Refusal('unauthenticated');
    const { activeEventId, memberships, ...person } = me;
    const activeEvent = activeEventId === null ? null : await findEvent(this.#db, activeEventId);
    const eventRole = memberships.find(({ eventId }) => eventId === activeEventId)?.role ?? 'participant';
    return { ...person, image: person.image ?? placeholderImage, eventRole, activeEvent };
  }

  /** The side menu of the active event, section by section. An entry whose module no longer has it is left out. */
  async menu(caller: Caller) {
    const entries = await listOfEvent(this.#db, 'menuEntries', activeEventOf(caller));
    return entries
      .toSorted((one, other) => one.sectionNumber - other.sectionNumber || byPosition(one, other))
      .flatMap((entry) => {
        const definition = moduleDefinition(entry.moduleId)?.menu_entries[entry.menuEntryNumber];
        if (!definition) return [];
        const { name: nameI18N, icon: iconId, navigationPath } = definition;
        return [{ ...entry, sectionI18N: sections[entry.sectionNumber] ?? definition.sectionI18N, nameI18N, navigationPath, iconId }];
      });
  }

  /** The modules that are on in the active event. */
  async modules(caller: Caller) {
    const modules = await listModules(this.#db, activeEventOf(caller));
    return modules.filter(({ isActive }) => isActive).map(({ moduleId, ...module }) => ({ ...module, id: moduleId }));
  }

  /** Events that this person may know of; `participant` says whether they take part. */
  async events(caller: Caller | null) {
    const memberOf = Object.keys(caller?.eventRoles ?? {}).map(Number);
    const events = await listEvents(this.#db, memberOf);
    return events.map((event) => ({ ...event, participant: memberOf.includes(event.id) }));
  }

  async schedule(caller: Caller, eventId: number) {
    await onlyMembersOf(this.#db, caller, eventId);
    const entries = await listOfEvent(this.#db, 'schedule', eventId);
    return entries.toSorted((one, other) => compare(one.startDate, other.startDate) || compare(one.id, other.id));
  }

  async homescreen(caller: Caller, eventId: number) {
    await onlyMembersOf(this.#db, caller, eventId);
    return (await listOfEvent(this.#db, 'homeEntries', eventId)).toSorted(byPosition);
  }

  /** `page` counts from 1. */
  async posts(caller: Caller, { page, limit }: { page: number; limit: number }) {
    const eventId = activeEventOf(caller);
    const totalPosts = await countThreads(this.#db, eventId);
    const posts = await listThreads(this.#db, eventId, { offset: (page - 1) * limit, limit });
    return { posts, currentPage: page, totalPages: Math.max(1, Math.ceil(totalPosts / limit)), totalPosts };
  }

  /** Photos of an event, the active one where none is named; `page` counts from 1. */
  async photos(
    caller: Caller,
    { page, limit, eventId = activeEventOf(caller) }: { page: number; limit: number; eventId?: number | undefined },
  ) {
    await onlyMembersOf(this.#db, caller, eventId);
    const totalPhotos = await countPhotos(this.#db, eventId);
    const rows = await listPhotos(this.#db, eventId, { offset: (page - 1) * limit, limit });
    const photos = rows.map((row) => ({ ...row, thumbnail: thumbnailOf(row.url) }));
    return { photos, currentPage: page, totalPages: Math.max(1, Math.ceil(totalPhotos / limit)), totalPhotos };
  }

  /** The active announcements, the newest first. */
  async announcements(caller: Caller) {
    const announcements = await listOfEvent(this.#db, 'announcements', activeEventOf(caller));
    return announcements
      .filter(({ active }) => active)
      .toSorted((one, other) => other.order - one.order)
      .map(({ id, title, content }) => ({ id, title, content }));
  }

  /** All announcements of the active event, the newest first, for its admins. */
  async adminAnnouncements(caller: Caller) {
    const eventId = activeEventOf(caller);
    if (eventRoleIn(caller, eventId) !== 'admin') throw new Refusal('forbidden');
    const announcements = await listOfEvent(this.#db, 'announcements', eventId);
    return announcements.toSorted((one, other) => other.order - one.order);
  }

  /** The code with which members of the active event invite others: the first that may be used again and again. Throws `not_found` without one. */
  async shareCode(caller: Caller) {
    const codes = await listOfEvent(this.#db, 'codes', activeEventOf(caller));
    const code = shareCodeOf(codes);
    if (!code) throw new Refusal('not_found');
    return { sharecode: code.code };
  }

  async notificationSettings({ userId }: Caller) {
    const row = (await loadRows(this.#db, 'notifications', [userId])).get(userId) as NotificationSettings | undefined;
    if (!row) throw new Refusal('unauthenticated');
    const { general, chats, meetups, pictures } = row;
    return { general, chats, meetups, pictures };
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
