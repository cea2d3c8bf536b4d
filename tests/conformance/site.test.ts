import { expect, test } from 'vitest';
import { openWorld } from '../fixtures/world.ts';

test.each([
  [{}, { controller: null, contact: null, donationUrl: null, betaLabel: null }],
  [{ BETA_LABEL: 'none' }, { betaLabel: '' }],
  [
    {
      CONTROLLER: 'Camp e. V.',
      CONTROLLER_CONTACT: 'datenschutz@camp.example',
      DONATION_URL: 'https://pay.example/camp',
      BETA_LABEL: 'Test',
    },
    { controller: 'Camp e. V.', contact: 'datenschutz@camp.example', donationUrl: 'https://pay.example/camp', betaLabel: 'Test' },
  ],
])('public settings of the operator are served to everybody', async (settings, shown) => {
  const world = await openWorld(settings);
  expect(await world.call(null, 'GET', '/api/site')).toMatchObject({ status: 200, body: shown });
  await world.close();
});

test("the logo is the operator's or the app's own, and is sent once", async () => {
  const own = await openWorld();
  const first = await own.call(null, 'GET', '/images/logo');
  expect(first).toMatchObject({ status: 200, headers: { 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' } });
  expect((await own.call(null, 'GET', '/images/logo', { headers: { 'if-none-match': String(first.headers['etag']) } })).status).toBe(304);
  // A browser sends one tag; the server does not search a long list.
  const long = `${'"other", '.repeat(200)}${String(first.headers['etag'])}`;
  expect((await own.call(null, 'GET', '/images/logo', { headers: { 'if-none-match': long } })).status).toBe(200);
  await own.close();
  const theirs = await openWorld({ LOGO: 'public/icons/icon-192.png' });
  expect(await theirs.call(null, 'GET', '/images/logo')).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
  await theirs.close();
});
