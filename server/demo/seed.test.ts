import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isSafeUrl } from '#contract/rules/checks.ts';
import type { BaseRow } from '#contract/resource.ts';
import { type ResourceName, resources } from '#contract/resources.ts';
import type { EventRow } from '#contract/resources/events.ts';
import type { MenuEntry } from '#contract/resources/modules.ts';
import type { DatingParticipant } from '#contract/resources/dating.ts';
import type { Me } from '#contract/resources/me.ts';
import { pictureSize, thumbnailOf } from '#contract/pictures.ts';
import type { Photo } from '#contract/resources/photos.ts';
import type { Post } from '#contract/resources/posts.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { verifyPassword } from '../services/auth/password/passwords.ts';
import { Feed } from '../services/feed/feed.ts';
import { catalogue, moduleDefinition } from '../resources/catalogue/modules.ts';
import { loadRows } from '../store/repositories/rows.ts';
import { sqlOf } from '../store/core/handles.ts';
import { openStore, type Store } from '../store/store.ts';
import { postRows, scheduleRows } from './story/content.ts';
import { camp, demoTimeZone } from './story/events.ts';
import { people } from './story/people.ts';
import { seededRandom } from './drawing/random.ts';
import { demoLogins, seedDemo } from './seed.ts';
import { campCalendar } from './story/times.ts';

// The seed draws all pictures, which is slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const now = Date.parse('2026-07-15T13:20:00.000Z');
const minute = 60_000;

const menuEntries = catalogue.flatMap((module) => module.menu_entries).length;

interface Seeded {
  readonly store: Store;
  readonly dataDir: string;
  rows<Row = BaseRow>(resource: ResourceName): Row[];
  close(): Promise<void>;
}

async function seedAt(moment: number): Promise<Seeded> {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-seed-'));
  const store = await openStore({ path: ':memory:' });
  await seedDemo({ store, config: { dataDir, picturesDir: null }, clock: { now: () => moment } });
  const pointers = await sqlOf(store.reading)
    .selectFrom('change_log')
    .select(['resource', 'row_id', 'number', 'gone'])
    .orderBy('number')
    .execute();
  const rows = new Map<string, BaseRow[]>();
  for (const { name, idType } of resources) {
    const ids = new Set(pointers.filter(({ resource }) => resource === name).map(({ row_id }) => row_id));
    const found = await loadRows(store.reading, name, idType === 'number' ? [...ids].map(Number) : [...ids]);
    rows.set(
      name,
      [...found.values()].sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
    );
    expect(found.size).toBe(ids.size);
  }
  expect(pointers.every(({ gone }) => gone === 0)).toBe(true);
  return {
    store,
    dataDir,
    rows: <Row>(resource: ResourceName) => rows.get(resource) as Row[],
    async close() {
      await store.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

describe('the demo event', () => {
  let seeded: Seeded;
  beforeAll(async () => {
    seeded = await seedAt(now);
  });
  afterAll(() => seeded.close());

  it('has the expected numbers of rows', () => {
    const posts = seeded.rows<Post>('posts');
    expect(seeded.rows('me')).toHaveLength(30);
    expect(seeded.rows('events')).toHaveLength(4);
    const entriesOf = (id: number) => seeded.rows<ScheduleEntry>('schedule').filter(({ eventId }) => eventId === id).length;
    expect([entriesOf(1), entriesOf(2)]).toEqual([45, 9]);
    expect(posts).toHaveLength(60);
    expect(posts.filter(({ replyToId }) => replyToId !== null)).toHaveLength(25);
    expect(posts.filter(({ content }) => content.length === 1_500)).toHaveLength(1);
    const active = seeded.rows<{ id: string; version: number; active: boolean }>('announcements').map((row) => row.active);
    expect(active.filter(Boolean)).toHaveLength(3);
    expect(active).toHaveLength(4);
    expect(seeded.rows<Me>('me').filter(({ name }) => name.length === 60)).toHaveLength(1);
  });

  it('contains only rows that satisfy the contract', () => {
    for (const { name, row } of resources) for (const one of seeded.rows(name)) expect(row.parse(one)).toEqual(one);
    const maps = seeded.rows<ScheduleEntry>('schedule').map(({ locationUrl }) => locationUrl);
    expect(maps.every((url) => url === null || isSafeUrl(url))).toBe(true);
    for (const { image } of seeded.rows<Me>('me')) expect((image ?? '').length).toBeLessThan(3_000);
  });

  it('contains only menu entries and home components of the catalogue', () => {
    for (const entry of seeded.rows<{ menuEntryNumber: number }>('menuEntries')) expect(entry.menuEntryNumber).toBeGreaterThanOrEqual(0);
    for (const entry of seeded.rows<{ homeScreenNumber: number }>('homeEntries')) expect(entry.homeScreenNumber).toBeGreaterThanOrEqual(0);
    expect(seeded.rows('menuEntries')).toHaveLength(4 * menuEntries);
    expect(seeded.rows('homeEntries')).toHaveLength(4 * 11);
  });

  it('begins its menu with the most used entries and ends it with the sign-out', () => {
    const pathsIn = (section: number) =>
      seeded
        .rows<MenuEntry>('menuEntries')
        .filter(({ eventId, sectionNumber }) => eventId === 1 && sectionNumber === section)
        .toSorted((a, b) => a.position - b.position)
        .map(({ moduleId, menuEntryNumber }) => moduleDefinition(moduleId)?.menu_entries[menuEntryNumber]?.navigationPath);
    expect(pathsIn(0).slice(0, 5)).toEqual(['/home', '/schedule', '/chat', '/meetups', '/agenda']);
    expect(pathsIn(1)[0]).toBe('/admin/general');
    expect(pathsIn(2)).toEqual(['/notifications', '/switch', '/logout']);
  });

  it('began yesterday at nine and ends in three days, in its own time zone', () => {
    const camp = seeded.rows<EventRow>('events')[0];
    expect(camp).toMatchObject({ startDate: '2026-07-14T07:00:00.000Z', endDate: '2026-07-18T12:00:00.000Z', visible: true });
  });

  it('excludes Ben from the event with a code, and makes orga an admin of the demo event only', () => {
    const [camp, withCode] = seeded.rows<EventRow>('events');
    expect(withCode?.codeRequired).toBe(true);
    const eventsOf = (key: string) => seeded.rows<Me>('me').find(({ email }) => email === `${key}@demo.example`)?.memberships;
    expect(eventsOf('ben')?.map(({ eventId }) => eventId)).not.toContain(withCode?.id);
    expect(eventsOf('anna')).toContainEqual({ eventId: withCode?.id, role: 'participant' });
    expect(eventsOf('orga')?.filter(({ role }) => role === 'admin')).toEqual([{ eventId: camp?.id, role: 'admin' }]);
    expect(seeded.rows<Me>('me').every(({ activeEventId }) => activeEventId === camp?.id)).toBe(true);
  });

  it('lets exactly five people sign in', async () => {
    const accounts = await sqlOf(seeded.store.reading)
      .selectFrom('users')
      .select(['email', 'password_hash', 'totp_secret', 'role'])
      .execute();
    for (const { email, password, totpSecret } of demoLogins) {
      const account = accounts.find((one) => one.email === email);
      expect(await verifyPassword(password, account?.password_hash ?? null)).toBe(true);
      expect(account?.totp_secret).toBe(totpSecret ?? null);
    }
    expect(new Set(accounts.map(({ password_hash }) => password_hash)).size).toBe(demoLogins.length + 1);
    expect(accounts.filter(({ role }) => role === 'admin').map(({ email }) => email)).toEqual(['admin@demo.example']);
    const other = accounts.find(({ email }) => email === 'lena@demo.example');
    expect(await verifyPassword(other?.password_hash ?? '', other?.password_hash ?? null)).toBe(false);
  });

  it('has a header picture', async () => {
    const links = seeded.rows<EventRow>('events').map(({ headerImage }) => headerImage);
    expect(links).toEqual([expect.stringMatching(/^\/images\/headers\//), null, null, null]);
    const bytes = await readFile(join(seeded.dataDir, links[0]!));
    expect(bytes.length).toBeLessThan(100_000);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1_600, height: 600 });
  });

  it('has drawn photos whose files exist', async () => {
    const photos = seeded.rows<Photo>('photos');
    expect(photos).toHaveLength(13);
    const metadataOf = (link: string) => sharp(join(seeded.dataDir, link)).metadata();
    for (const { url } of photos) {
      expect(await metadataOf(url)).toMatchObject({ format: 'webp', ...pictureSize(url) });
      expect(await metadataOf(thumbnailOf(url))).toMatchObject({ format: 'webp' });
    }
  });

  it('arrives with the first load of a device, inactive announcements only for admins', async () => {
    const feed = new Feed(seeded.store);
    const firstLoad = async (key: string) => {
      const me = seeded.rows<Me>('me').find(({ email }) => email === `${key}@demo.example`) as Me;
      const ofThem = seeded.rows<DatingParticipant>('datingParticipants').filter(({ userId }) => userId === me.id);
      const datingIn = ofThem.map(({ eventId }) => eventId);
      const eventRoles = Object.fromEntries(me.memberships.map(({ eventId, role }) => [eventId, role]));
      const caller = {
        userId: me.id,
        role: me.role,
        eventRoles,
        sessionId: '',
        activeEventId: me.activeEventId,
        datingIn,
        isTrusted: true,
        adminsNeedFactor: false,
        lacksFactor: false,
      };
      let page = await feed.readPage(caller, null);
      const changes = [...page.changes];
      while (page.more) changes.push(...(page = await feed.readPage(caller, page.cursor)).changes);
      return Object.fromEntries(resources.map(({ name }) => [name, changes.filter(({ resource }) => resource === name).length]));
    };
    const ofParticipant = {
      me: 1,
      notifications: 1,
      events: 4,
      modules: catalogue.length,
      menuEntries,
      homeEntries: 11,
      schedule: 45,
      participants: 30,
      meetups: 6,
      statistics: 4,
      userStatistics: 49,
      evidence: 0,
      feedback: 0,
      posts: 60,
      photos: 13,
      shares: 8,
      contactLinks: 3,
      calendarEvents: 65,
      calendarFeed: 0,
      calendarLinks: 0,
      arrangements: 0,
      ownReports: 0,
      reports: 0,
      feedbackAnswers: 0,
      faqEntries: 4,
      agendaLinks: 0,
      threadFollows: 0,
      attendances: 33,
      reactionCounts: 24,
      ownEntries: 0,
      readMarks: 0,
      hiddenPeople: 0,
      codes: 1,
    };
    const dates = { dating: 1, datingMatches: 1, datingParticipants: 11 };
    expect(await firstLoad('ben')).toEqual({ ...ofParticipant, ...dates, announcements: 3, marks: 7, reactions: 7 });
    const datesNot = { dating: 0, datingMatches: 0, datingParticipants: 0 };
    expect(await firstLoad('orga')).toEqual({
      ...ofParticipant,
      ...datesNot,
      announcements: 4,
      feedbackAnswers: 8,
      marks: 6,
      reactions: 8,
    });
  });

  it('is the same for the same clock', async () => {
    const again = await seedAt(now);
    const rowsOf = ({ rows }: typeof seeded) => resources.map(({ name }) => rows(name).map((row) => ({ ...row, pictureKey: 'by chance' })));
    expect(rowsOf(again)).toEqual(rowsOf(seeded));
    await again.close();
  });
});

// Hours around midnight, and nights with a clock change.
it.each(['2026-07-15T21:59:00Z', '2026-07-15T22:00:00Z', '2026-07-15T04:10:00Z', '2026-03-29T02:30:00Z', '2026-10-25T00:30:00Z'])(
  'the demo event has entries all day when it first starts at %s',
  (moment) => {
    const start = Date.parse(moment);
    const userIds = new Map(people.map(({ key }, index) => [key, index + 1]));
    const calendar = campCalendar(start, demoTimeZone);
    const context = { eventId: 1, userIds, now: start, calendar, random: seededRandom(2026), newId: uuidv7 };
    const entries = scheduleRows(1, camp, context).map(({ startDate, endDate }) => [Date.parse(startDate), Date.parse(endDate)]);
    expect(entries).not.toEqual([]);
    expect(entries.every(([from = 0, to = 0]) => from < to)).toBe(true);
    const dayOf = (at: number) => new Date(at).toLocaleDateString('en', { timeZone: 'Europe/Berlin' });
    for (let at = start - 1_440 * minute; at < start + 1_440 * minute; at += 5 * minute) {
      if (dayOf(at) !== dayOf(start)) continue;
      expect(entries.some(([from = 0, to = 0]) => from <= at && at < to)).toBe(true);
      expect(entries.some(([from = 0]) => from > at)).toBe(true);
    }
    const posts = postRows(context).sort((a, b) => a.order - b.order);
    const times = posts.map(({ createdAt }) => Date.parse(createdAt));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(start - 48 * 60 * minute);
    expect(times.at(-1)).toBeLessThanOrEqual(start);
  },
);
