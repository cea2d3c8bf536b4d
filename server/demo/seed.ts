import type { BaseRow, RowId } from '#contract/resource.ts';
import { moduleRowId } from '#contract/resources/modules.ts';
import { type ResourceName, resources } from '#contract/resources.ts';
import { readOccurrences } from '#contract/calendar/occurrences.ts';
import { readOptions, storeCalendar } from '#server/calendar/replace-calendar.ts';
import type { Config } from '../config.ts';
import type { Clock } from '#server/lib/clock.ts';
import { recordChanges } from '#server/services/feed/change-log.ts';
import { countReactions } from '#server/services/reactions/count-reactions.ts';
import { homeRows, menuRows } from '#server/resources/catalogue/first-screens.ts';
import { hasAccounts, insertAccount } from '#server/store/accounts/accounts.ts';
import { participantId } from '#server/store/repositories/composed-rows.ts';
import { loadRows, rowStoreOf } from '#server/store/repositories/rows.ts';
import { dynamicScopes, type Store, type WriteHandle } from '#server/store/store.ts';
import {
  announcementRows,
  type CampContext,
  contactLinkRows,
  faqRows,
  feedbackRows,
  meetupRows,
  photoRows,
  postRows,
  scheduleRows,
  shareRows,
  statisticRows,
  userStatisticRows,
} from './story/content.ts';
import { attendanceRows, markRows, ownEntryRows } from './story/agenda.ts';
import { clubCalendar } from './story/calendar.ts';
import { camp, type DemoEvent, demoTimeZone, otherEvents } from './story/events.ts';
import { Pictures } from '#server/images/pictures.ts';
import { openImageStorage } from '#server/images/storage/open-image-storage.ts';
import { drawHeaderPicture } from './drawing/header-picture.ts';
import { drawPhotos } from './drawing/photos.ts';
import { seededRandom, seededUuid } from './drawing/random.ts';
import { datingMatchRows, datingParticipantRows, datingRows } from './story/dating.ts';
import { reactionRows } from './story/reactions.ts';
import { campCalendar, type CampCalendar, instantOf } from './story/times.ts';
import { hashPassword } from '#server/services/auth/password/passwords.ts';
import { demoLogins, emailOf, people } from './story/people.ts';
import { drawPortrait } from './drawing/portrait.ts';
import type { Code } from '#contract/resources/codes.ts';
import type { EventRow } from '#contract/resources/events.ts';
import type { Reaction } from '#contract/resources/reactions.ts';
import type { EventRole } from '#contract/roles.ts';
import { catalogue } from '#server/resources/catalogue/modules.ts';
import { insertMembers } from '#server/store/repositories/events/memberships.ts';
import { insertEvent, insertModules } from '#server/store/repositories/events/new-event.ts';

export { demoLogins } from './story/people.ts';

interface SeedDeps {
  readonly store: Store;
  readonly config: Pick<Config, 'dataDir' | 'picturesDir'>;
  readonly clock: Clock;
}

/** The inserted ids, by resource. */
type Seeded = Map<ResourceName, RowId[]>;

/**
 * Fills an empty database with a camp that began yesterday and three other events, in one of several concurrent processes. Rows and names
 * of pictures depend only on the clock. After an error the database is still empty.
 */
export async function seedDemo({ store, config, clock }: SeedDeps): Promise<void> {
  const now = clock.now();
  const pictures = new Pictures(openImageStorage(store, config).files);
  const photos = drawPhotos(pictures, seededRandom(1_871));
  const [prepared, picture, photoLinks] = await Promise.all([preparePeople(now), drawHeaderPicture(pictures, seededRandom(600)), photos]);
  const calendar = campCalendar(now, demoTimeZone);
  const random = seededRandom(2026);
  const newId = () => seededUuid(random, now);

  // The scopes of a new event contain its id, which is only known after the insertion.
  await store.write(dynamicScopes(['lock demo']), async (trx) => {
    if (await hasAccounts(trx)) return;
    const seeded: Seeded = new Map(resources.map(({ name }) => [name, []]));
    const eventIds: number[] = [];
    for (const event of [camp, ...otherEvents]) eventIds.push(await seedEvent(trx, event, calendar, event === camp ? picture : null));
    const campId = eventIds[0] as number;
    const userIds = await insertPeople(trx, prepared, campId);
    seeded.get('events')?.push(...eventIds);
    for (const own of ['me', 'notifications'] as const) seeded.get(own)?.push(...userIds.values());

    for (const [index, event] of [camp, ...otherEvents].entries()) {
      const eventId = eventIds[index] as number;
      const moduleIds = await seedModules(trx, eventId);
      const memberIds = await seedMembers(trx, eventId, event, userIds);
      seeded.get('modules')?.push(...moduleIds.map((id) => moduleRowId(eventId, id)));
      seeded.get('participants')?.push(...memberIds.map((id) => participantId(eventId, id)));
      await insertRows(trx, seeded, 'codes', codeRows(eventId, event, newId));
      await insertRows(trx, seeded, 'menuEntries', menuRows(eventId, newId));
      await insertRows(trx, seeded, 'homeEntries', homeRows(eventId, newId));
    }

    const context: CampContext = { eventId: campId, userIds, now, calendar, random, newId };
    const schedule = scheduleRows(campId, camp, context);
    await insertRows(trx, seeded, 'schedule', schedule);
    await insertRows(trx, seeded, 'announcements', announcementRows(context));
    const posts = postRows(context);
    await insertRows(trx, seeded, 'posts', posts);
    await insertRows(trx, seeded, 'photos', photoRows(context, photoLinks));
    const meetups = meetupRows(context);
    await insertRows(trx, seeded, 'meetups', meetups);
    await insertRows(trx, seeded, 'shares', shareRows(context));
    await insertRows(trx, seeded, 'contactLinks', contactLinkRows(context));
    await insertRows(trx, seeded, 'statistics', statisticRows(context));
    await insertRows(trx, seeded, 'userStatistics', userStatisticRows(context));
    const dating = datingRows(context);
    await insertRows(trx, seeded, 'dating', dating);
    await insertRows(trx, seeded, 'datingParticipants', datingParticipantRows(dating, newId));
    await insertRows(trx, seeded, 'datingMatches', datingMatchRows(dating, newId));
    for (const [index, event] of otherEvents.entries()) {
      await insertRows(trx, seeded, 'schedule', scheduleRows(eventIds[index + 1] as number, event, context));
    }
    await insertRows(trx, seeded, 'feedback', feedbackRows(context));
    await insertRows(trx, seeded, 'faqEntries', faqRows(context));
    await insertRows(trx, seeded, 'marks', markRows(context, schedule));
    await insertRows(trx, seeded, 'ownEntries', ownEntryRows(context));
    await insertRows(trx, seeded, 'attendances', attendanceRows(context, meetups));
    await seedReactions(trx, seeded, reactionRows(context, posts));
    const text = clubCalendar(now, demoTimeZone);
    const source = { name: 'file:demo.ics', text, addressHash: null, etag: null, readAt: now };
    const calendarChanges = await storeCalendar(trx, source, readOccurrences(text, readOptions(now)));
    seeded.get('calendarEvents')?.push(...calendarChanges.map(({ rowAfter }) => rowAfter!.id));
    await announceRows(trx, seeded, now);
  });
}

async function insertRows(trx: WriteHandle, seeded: Seeded, resource: ResourceName, rows: readonly BaseRow[]): Promise<void> {
  await rowStoreOf(resource).insert(trx, rows);
  seeded.get(resource)?.push(...rows.map(({ id }) => id));
}

async function seedReactions(trx: WriteHandle, seeded: Seeded, rows: readonly Reaction[]): Promise<void> {
  await insertRows(trx, seeded, 'reactions', rows);
  const counts = await countReactions(
    trx,
    rows.map((rowAfter) => ({ resource: 'reactions', rowBefore: null, rowAfter })),
  );
  seeded.get('reactionCounts')?.push(...counts.map(({ rowAfter }) => rowAfter!.id));
}

/** Announces rows in the order of insertion, so that a device that loads newest first receives the latest posts first. */
async function announceRows(trx: WriteHandle, seeded: Seeded, now: number): Promise<void> {
  const changes = [];
  for (const [resource, ids] of seeded) {
    const rows = await loadRows(trx, resource, ids);
    changes.push(...ids.map((id) => ({ resource, rowBefore: null, rowAfter: rows.get(id) as BaseRow })));
  }
  await recordChanges(trx, changes, now);
}

/** The hash of no password: people without a login cannot sign in. */
const noPassword = '!';

/** Prepares all people as accounts, before the transaction, because hashing and drawing are slow. */
async function preparePeople(now: number) {
  return Promise.all(
    people.map(async ({ key, name, face, role }, index) => {
      const email = emailOf(key);
      const login = demoLogins.find((one) => one.email === email);
      return {
        key,
        email,
        name,
        image: face && (await drawPortrait(face, index)),
        role: role ?? 'user',
        passwordHash: login ? await hashPassword(login.password) : noPassword,
        totpSecret: login?.totpSecret ?? null,
        emailVerified: true,
        now,
      };
    }),
  );
}

/** Inserts people with `activeEventId` as active event; returns their ids by key. */
async function insertPeople(
  trx: WriteHandle,
  prepared: Awaited<ReturnType<typeof preparePeople>>,
  activeEventId: number,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { key, ...person } of prepared) ids.set(key, (await insertAccount(trx, { ...person, activeEventId }))!);
  return ids;
}

function seedEvent(trx: WriteHandle, event: DemoEvent, calendar: CampCalendar, headerImage: string | null): Promise<EventRow['id']> {
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

function codeRows(eventId: number, { code }: DemoEvent, newId: () => string): Code[] {
  return code === null ? [] : [{ id: newId(), version: 1, eventId, code, reusable: true, used: false, usedBy: null }];
}

export async function seedModules(trx: WriteHandle, eventId: number): Promise<number[]> {
  const modules = catalogue.map(({ id, menu_entries }) => ({
    moduleId: id,
    activeMenuEntries: menu_entries.filter(({ optional }) => optional).map(({ navigationPath }) => navigationPath),
  }));
  await insertModules(trx, eventId, modules);
  return catalogue.map(({ id }) => id);
}

/** Inserts the members of an event, by default everybody; returns their user ids. */
async function seedMembers(trx: WriteHandle, eventId: number, event: DemoEvent, userIds: ReadonlyMap<string, number>): Promise<number[]> {
  const everybody = people.map(({ key, eventRole }): [string, EventRole] => [key, eventRole ?? 'participant']);
  const members = (event.members ? Object.entries(event.members) : everybody).map(([key, role]) => ({
    userId: userIds.get(key) as number,
    role,
  }));
  await insertMembers(trx, eventId, members);
  return members.map(({ userId }) => userId);
}
