import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { headerPictureOf, thumbnailOf } from '#contract/pictures.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import { away, home, type PersonName } from '../fixtures/camp.ts';
import { storedPictures } from '../fixtures/pictures/stored-pictures.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { samplePicture } from './samples.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const edit = (body: object, who: PersonName = 'orga', event: number = home) => world.call(who, 'PUT', `/api/event/${event}`, { body });
const stored = async (event: number = home) => (await loadRows(world.store.reading, 'events', [event])).get(event) as EventRow;
const pictures = () => storedPictures(world);
const get = (url: string) => world.call(null, 'GET', url);

/** Returns a picture with a GPS position, as cameras write it into their files. */
async function photograph(): Promise<string> {
  const bytes = await sharp({ create: { width: 400, height: 150, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Copyright: 'Anna' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

describe('the data of an event', () => {
  test('is written at once by a plain client, and read back', async () => {
    const sent = {
      title: 'Seecamp',
      description: 'Fünf Tage',
      startDate: '2026-11-20T10:00:00+01:00',
      endDate: '2026-11-24T13:00:00Z',
      visible: false,
      codeRequired: true,
    };
    const { status, body } = await edit(sent);
    expect([status, body]).toMatchObject([
      200,
      { ...sent, id: home, version: 2, startDate: '2026-11-20T09:00:00.000Z', endDate: '2026-11-24T13:00:00.000Z' },
    ]);
    expect(((await world.call('orga', 'GET', '/api/event')).body as EventRow[]).find(({ id }) => id === home)).toMatchObject({
      title: 'Seecamp',
    });
  });

  test('keeps fields that the request leaves out', async () => {
    const before = await stored();
    expect((await edit({ title: 'Seecamp' })).body).toEqual({ ...before, title: 'Seecamp', version: 2 });
  });

  test('reveals no hidden event by a duplicate title to people outside it', async () => {
    expect((await edit({ title: 'Camp 2' })).status).toBe(200);
  });

  test('has a title unlike that of any known event, apart from case and space; an older duplicate may be changed otherwise', async () => {
    await sqlOf(world.store.reading).updateTable('events').set({ visible: 1 }).where('id', '=', away).execute();
    expect(await edit({ title: ' camp 2 ' })).toMatchObject({ status: 422, body: { error: 'title_taken' } });
    expect((await stored()).title).toBe('Camp 1');
    expect((await edit({ title: 'CAMP 1' })).status).toBe(200);
    await sqlOf(world.store.reading).updateTable('events').set({ title: 'Camp 2' }).where('id', '=', home).execute();
    expect((await edit({ title: 'Camp 2', description: 'Sechs Tage' })).status).toBe(200);
  });

  test('has the title of one event only when two take it at once', async () => {
    const calls = [home, away].map((id) => ({
      key: uuidv7(),
      lane: `l${id}`,
      method: 'PUT',
      path: `/api/event/${id}`,
      body: { title: 'Seecamp' },
    }));
    const { body } = await world.call('admin', 'POST', '/api/batch', { body: { calls } });
    expect((body as { answers: { status: number }[] }).answers.map(({ status }) => status)).toEqual([200, 422]);
  });

  test('has wall-clock times in the zone of the same request', async () => {
    const times = { startDate: '2026-11-20T09:00', endDate: '2026-11-24T14:00' };
    expect((await edit(times)).body).toMatchObject({ startDate: '2026-11-20T08:00:00.000Z', endDate: '2026-11-24T13:00:00.000Z' });
    const moved = await edit({ ...times, timeZone: 'Europe/Lisbon' });
    expect(moved.body).toMatchObject({
      timeZone: 'Europe/Lisbon',
      startDate: '2026-11-20T09:00:00.000Z',
      endDate: '2026-11-24T14:00:00.000Z',
    });
    expect((await edit({ endDate: '2026-11-24T15:00' })).body).toMatchObject({ endDate: '2026-11-24T15:00:00.000Z' });
  });

  test.each<[object, string, string?]>([
    [{ endDate: '2026-11-20T07:59:59Z' }, 'endDate', 'before_start'],
    [{ startDate: '2026-11-24T14:01' }, 'endDate', 'before_start'],
    [{ title: '  ' }, 'title', 'blank'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ timeZone: 'Europe/Bern' }, 'timeZone', 'time_zone'],
    [{ timeZone: '+01:00' }, 'timeZone', 'time_zone'],
    [{ timeZone: '' }, 'timeZone', 'time_zone'],
    [{ dateLocale: 'german-de-de' }, 'dateLocale', 'date_locale'],
    [{ dateLocale: 'de_DE' }, 'dateLocale', 'date_locale'],
    [{ headerImage: `/images/headers/${'n'.repeat(22)}-1x1.webp` }, 'headerImage', 'picture'],
    [{ title: 'Mine', pictureKey: 'mine' }, 'pictureKey'],
    [{}, ''],
  ])('%j is refused at %s', async (body, path, message) => {
    const before = await stored();
    const answer = await edit(body);
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid', issues: [{ path, ...(message && { message }) }] } });
    expect(await stored()).toEqual(before);
  });

  test.each(['auto', 'de-CH', 'en'])('accepts %s as the format of dates', async (dateLocale) =>
    expect((await edit({ dateLocale })).body).toMatchObject({ dateLocale }),
  );

  test('leaves the devices of people outside an event that becomes hidden, and stays with its members', async () => {
    const [stranger, member] = [await world.pull('stranger'), await world.pull('author')];
    await edit({ visible: false });
    const about = async (who: PersonName, cursor: string) =>
      (await world.pull(who, cursor)).changes
        .filter(({ resource }) => resource === 'events')
        .map(({ id, row }) => [id, (row as EventRow | null)?.visible]);
    expect(await about('stranger', stranger.cursor)).toEqual([[home, undefined]]);
    expect(await about('author', member.cursor)).toEqual([[home, false]]);
  });

  test('is refused at an outdated version, with the current row', async () => {
    await edit({ title: 'Theirs' }, 'admin');
    const stale = await world.call('orga', 'PUT', `/api/event/${home}`, { body: { title: 'Mine' }, headers: { 'if-match': '"1"' } });
    expect(stale).toMatchObject({ status: 412, body: { error: 'version_conflict', current: { title: 'Theirs', version: 2 } } });
  });
});

describe('the header picture', () => {
  const old = `/images/events/${home}/event-header.png`;

  test('is drawn again without camera metadata, under a link that cannot be guessed', async () => {
    const { status, body } = await edit({ headerImage: await photograph() });
    expect([status, body.headerImage]).toEqual([200, expect.stringMatching(/^\/images\/headers\/[\w-]{22}-400x150\.webp$/)]);
    expect(headerPictureOf(body as EventRow)).toBe(body.headerImage);
    for (const link of [body.headerImage, thumbnailOf(body.headerImage)]) {
      expect(await get(link)).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
      const { exif, format } = await sharp(await pictures().read(link)).metadata();
      expect([format, exif]).toEqual(['webp', undefined]);
    }
    expect(await get(old)).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
  });

  test('is deleted when it is replaced or removed; then the earlier default shows, else the logo', async () => {
    const logo = await get(old);
    const first = (await edit({ headerImage: samplePicture })).body.headerImage as string;
    const second = (await edit({ headerImage: samplePicture })).body.headerImage as string;
    expect(second).not.toBe(first);
    await expect.poll(() => pictures().has(first)).toBe(false);
    expect((await edit({ headerImage: null })).body).toMatchObject({ headerImage: null });
    await expect.poll(() => pictures().has(second)).toBe(false);
    expect((await get(old)).headers['etag']).toBe(logo.headers['etag']);
    await pictures().put(`/events/${home}/header.png`, 'drawn by hand');
    expect((await get(old)).text).toBe('drawn by hand');
  });

  test('opens only by its link or its key for a hidden event', async () => {
    const { body } = await edit({ headerImage: samplePicture }, 'otherOrga', away);
    const url = `/images/events/${away}/event-header.png`;
    const none = await get('/images/events/999/event-header.png');
    expect((await get(url)).headers['etag']).toBe(none.headers['etag']);
    expect((await get(`${url}?key=wrong`)).headers['etag']).toBe(none.headers['etag']);
    expect(await get(`${url}?key=${body.pictureKey}`)).toMatchObject({ headers: { 'content-type': 'image/webp' } });
    expect(JSON.stringify((await world.pull('author')).changes)).not.toContain(body.headerImage);
    expect(JSON.stringify((await world.call(null, 'GET', '/api/event')).body)).not.toContain(body.headerImage);
  });

  test.each<[string, string, number, string]>([
    ['a script in an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 415, 'not_a_picture'],
    ['a text that begins like a PNG', '\u0089PNG\r\n\u001a\n and no more', 415, 'not_a_picture'],
    ['a GIF', 'GIF89a', 415, 'not_a_picture'],
  ])('is not read from %s, whatever its declared type', async (_what, text, status, error) => {
    const headerImage = `data:image/png;base64,${Buffer.from(text, 'latin1').toString('base64')}`;
    expect(await edit({ headerImage })).toMatchObject({ status, body: { error } });
    expect((await stored()).headerImage).toBeNull();
  });

  test('is refused above 5 MB', async () => {
    const bytes = Buffer.alloc(5 * 1024 * 1024 + 1);
    bytes.set([0xff, 0xd8, 0xff]);
    const answer = await edit({ headerImage: `data:image/jpeg;base64,${bytes.toString('base64')}` });
    expect(answer).toMatchObject({ status: 413, body: { error: 'picture_too_large' } });
  });

  test('leaves no file behind when the request is refused', async () => {
    expect((await edit({ headerImage: samplePicture }, 'author')).status).toBe(403);
    await expect.poll(() => pictures().names('/images/headers')).toEqual([]);
  });
});
