import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { headerPictureOf, thumbnailOf } from '../../contract/pictures.ts';
import type { EventRow } from '../../contract/resources/events.ts';
import { sqlOf } from '../../server/store/core/handles.ts';
import { loadRows } from '../../server/store/repositories/rows.ts';
import { away, home, type PersonName } from '../fixtures/camp.ts';
import { storedPictures } from '../fixtures/stored-pictures.ts';
import { openWorld, type World } from '../fixtures/world.ts';
import { samplePicture } from './samples.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

const edit = (body: object, who: PersonName = 'orga', event: number = home) => world.call(who, 'PUT', `/api/event/${event}`, { body });
const stored = async (event: number = home) => (await loadRows(world.store.reading, 'events', [event])).get(event) as EventRow;
const pictures = () => storedPictures(world);
const get = (url: string) => world.call(null, 'GET', url);

/** A picture with a place in it, as cameras write it into their files. */
async function photograph(): Promise<string> {
  const bytes = await sharp({ create: { width: 400, height: 150, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Copyright: 'Anna' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

describe('what organisers say about their event', () => {
  test('a plain client says all of it at once, and reads it back', async () => {
    const said = {
      title: 'Seecamp',
      description: 'Fünf Tage',
      startDate: '2026-11-20T10:00:00+01:00',
      endDate: '2026-11-24T13:00:00Z',
      visible: false,
      codeRequired: true,
    };
    const { status, body } = await edit(said);
    expect([status, body]).toMatchObject([
      200,
      { ...said, id: home, version: 2, startDate: '2026-11-20T09:00:00.000Z', endDate: '2026-11-24T13:00:00.000Z' },
    ]);
    expect(((await world.call('orga', 'GET', '/api/event')).body as EventRow[]).find(({ id }) => id === home)).toMatchObject({
      title: 'Seecamp',
    });
  });

  test('what is not said stays', async () => {
    const before = await stored();
    expect((await edit({ title: 'Seecamp' })).body).toEqual({ ...before, title: 'Seecamp', version: 2 });
  });

  test('the name of a hidden event tells nobody who does not know of it that it is there', async () => {
    expect((await edit({ title: 'Camp 2' })).status).toBe(200);
  });

  test('a name is no other known event’s, white space and case apart; what was alike before may be changed in the rest', async () => {
    await sqlOf(world.store.reading).updateTable('events').set({ visible: 1 }).where('id', '=', away).execute();
    expect(await edit({ title: ' camp 2 ' })).toMatchObject({ status: 422, body: { error: 'title_taken' } });
    expect((await stored()).title).toBe('Camp 1');
    expect((await edit({ title: 'CAMP 1' })).status).toBe(200);
    await sqlOf(world.store.reading).updateTable('events').set({ title: 'Camp 2' }).where('id', '=', home).execute();
    expect((await edit({ title: 'Camp 2', description: 'Sechs Tage' })).status).toBe(200);
  });

  test('of two events that take one name at once the first one has it', async () => {
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

  test('wall-clock times are the event’s, by the zone that it gets with them', async () => {
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

  test.each(['auto', 'de-CH', 'en'])('dates may be written as %s', async (dateLocale) =>
    expect((await edit({ dateLocale })).body).toMatchObject({ dateLocale }),
  );

  test('an event that is hidden goes from the devices of those who are not in it, and stays with the others', async () => {
    const [stranger, member] = [await world.pull('stranger'), await world.pull('author')];
    await edit({ visible: false });
    const about = async (who: PersonName, cursor: string) =>
      (await world.pull(who, cursor)).changes
        .filter(({ resource }) => resource === 'events')
        .map(({ id, row }) => [id, (row as EventRow | null)?.visible]);
    expect(await about('stranger', stranger.cursor)).toEqual([[home, undefined]]);
    expect(await about('author', member.cursor)).toEqual([[home, false]]);
  });

  test('who has seen another version is told, with the row as it is', async () => {
    await edit({ title: 'Theirs' }, 'admin');
    const stale = await world.call('orga', 'PUT', `/api/event/${home}`, { body: { title: 'Mine' }, headers: { 'if-match': '"1"' } });
    expect(stale).toMatchObject({ status: 412, body: { error: 'version_conflict', current: { title: 'Theirs', version: 2 } } });
  });
});

describe('the header picture', () => {
  const old = `/images/events/${home}/event-header.png`;

  test('is drawn anew, without what a camera wrote into it, and is reached by a link that nobody can guess', async () => {
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

  test('goes when another one comes or it is taken away; then stands there what stood there before, else the logo', async () => {
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

  test('of a hidden event is for who has its link or its key, and for nobody else', async () => {
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
    ['what only begins as a PNG', '\u0089PNG\r\n\u001a\n and no more', 415, 'not_a_picture'],
    ['a GIF', 'GIF89a', 415, 'not_a_picture'],
  ])('%s is none, whatever it is called', async (_what, text, status, error) => {
    const headerImage = `data:image/png;base64,${Buffer.from(text, 'latin1').toString('base64')}`;
    expect(await edit({ headerImage })).toMatchObject({ status, body: { error } });
    expect((await stored()).headerImage).toBeNull();
  });

  test('of more than 5 MB is refused', async () => {
    const bytes = Buffer.alloc(5 * 1024 * 1024 + 1);
    bytes.set([0xff, 0xd8, 0xff]);
    const answer = await edit({ headerImage: `data:image/jpeg;base64,${bytes.toString('base64')}` });
    expect(answer).toMatchObject({ status: 413, body: { error: 'picture_too_large' } });
  });

  test('of others leaves no file behind when the call is refused', async () => {
    expect((await edit({ headerImage: samplePicture }, 'author')).status).toBe(403);
    await expect.poll(() => pictures().names('/images/headers')).toEqual([]);
  });
});
