import { Refusal } from '#contract/errors.ts';
import { fewestStars } from '#contract/endpoints/star-counts.ts';
import type { Me } from '#contract/resources/me.ts';
import type { MenuEntry } from '#contract/resources/modules.ts';
import { shareCodeOf } from '#contract/resources/codes.ts';
import type { NotificationSettings } from '#contract/resources/notifications.ts';
import { type Caller, requireAccess } from '#server/lib/caller.ts';
import { sections } from '#server/resources/catalogue/modules.ts';
import { isRetired } from '#server/store/images/retired-pictures.ts';
import { boundedRows, findEvent, listEvents, listModules, listOfEvent } from '#server/store/repositories/lists.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import type { ReadHandle, Store } from '#server/store/store.ts';
import { countStars } from '#server/store/repositories/row-counts.ts';
import { countThreads, listThreads } from '#server/store/repositories/threads.ts';
import { arrangedRows } from './declared-lists.ts';
import { activeEventOf, requireMember } from './event-access.ts';

/** Replaces a missing picture of a person. */
export const placeholderImage = '/images/placeholder-profile.svg';

/** Joined lists for the REST API; the app itself reads its mirror. */
export class EventQueries {
  readonly #db: ReadHandle;

  constructor(store: Store) {
    this.#db = store.reading;
  }

  /** Returns whether the picture of this link was deleted, although its file may still exist. */
  wasDeleted(link: string): Promise<boolean> {
    return isRetired(this.#db, link);
  }

  /** Returns the signed-in user with their active event and role. Throws `unauthenticated` if the account was erased. */
  async currentUser({ userId }: Caller) {
    const me = (await loadRows(this.#db, 'me', [userId])).get(userId) as Me | undefined;
    if (!me) throw new Refusal('unauthenticated');
    const { activeEventId, memberships, ...person } = me;
    const activeEvent = activeEventId === null ? null : await findEvent(this.#db, activeEventId);
    const eventRole = memberships.find(({ eventId }) => eventId === activeEventId)?.role ?? 'participant';
    return { ...person, image: person.image ?? placeholderImage, eventRole, activeEvent };
  }

  /**
   * Returns the side menu of an event, by default the active one, section by section, without entries that are off or that the module no
   * longer has. Throws `not_found` or `forbidden` for an event that the caller may not read.
   */
  async menu(caller: Caller, namedEvent?: number) {
    if (namedEvent !== undefined) await requireMember(this.#db, caller, namedEvent);
    const eventId = namedEvent ?? activeEventOf(caller);
    const modules = new Map((await listModules(this.#db, eventId)).map((module) => [module.moduleId, module]));
    const { rows } = await boundedRows(this.#db, { resource: 'menuEntries', eventId, order: ['position', 'id'] });
    const menu = rows as MenuEntry[];
    const entries = await arrangedRows(this.#db, 'menu', eventId, menu);
    return entries
      .toSorted((one, other) => one.sectionNumber - other.sectionNumber)
      .flatMap((entry) => {
        const module = modules.get(entry.moduleId);
        const definition = module?.menu_entries[entry.menuEntryNumber];
        if (!module?.isActive || !definition?.isActive) return [];
        const { name: nameI18N, icon: iconId, navigationPath } = definition;
        return [{ ...entry, sectionI18N: sections[entry.sectionNumber] ?? definition.sectionI18N, nameI18N, navigationPath, iconId }];
      });
  }

  async allModules(caller: Caller) {
    const modules = await listModules(this.#db, activeEventOf(caller));
    return modules.map(({ moduleId, ...module }) => ({ ...module, id: moduleId }));
  }

  async modules(caller: Caller) {
    return (await this.allModules(caller)).filter(({ isActive }) => isActive);
  }

  /** Returns the link of an event's own header picture, null if it has none, and undefined for a hidden event without the right key. */
  async headerPicture(eventId: number, key: string | undefined): Promise<string | null | undefined> {
    const event = await findEvent(this.#db, eventId);
    return event && (event.visible || event.pictureKey === key) ? (event.headerImage ?? null) : undefined;
  }

  /** Returns the events that this person may see; `participant` marks their own. */
  async events(caller: Caller | null) {
    const memberOf = Object.keys(caller?.eventRoles ?? {}).map(Number);
    const events = await listEvents(this.#db, memberOf);
    return events.map((event) => ({ ...event, participant: memberOf.includes(event.id) }));
  }

  /** Returns the same page for every member. `page` counts from 1. */
  async posts(eventId: number, { page, limit }: { page: number; limit: number }) {
    const totalPosts = await countThreads(this.#db, eventId);
    const posts = await listThreads(this.#db, eventId, { offset: (page - 1) * limit, limit });
    return { posts, currentPage: page, totalPages: Math.max(1, Math.ceil(totalPosts / limit)), totalPosts };
  }

  /** Returns the code that members pass on: the first reusable one. Throws `not_found` without one. */
  async shareCode(caller: Caller) {
    const codes = await listOfEvent(this.#db, 'codes', activeEventOf(caller));
    const code = shareCodeOf(codes);
    if (!code) throw new Refusal('not_found');
    return { sharecode: code.code };
  }

  /** Returns how many people have starred the entries of an event. Throws `not_found` or `forbidden` for anybody but its admins. */
  async starCounts(caller: Caller, eventId: number) {
    await requireMember(this.#db, caller, eventId);
    requireAccess(caller, 'event-admin', { eventId });
    return { entries: await countStars(this.#db, eventId, fewestStars) };
  }

  async notificationSettings({ userId }: Caller) {
    const row = (await loadRows(this.#db, 'notifications', [userId])).get(userId) as NotificationSettings | undefined;
    if (!row) throw new Refusal('unauthenticated');
    const { general, chats, meetups, pictures } = row;
    return { general, chats, meetups, pictures };
  }
}
