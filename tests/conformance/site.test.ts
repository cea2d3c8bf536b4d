import { expect, test } from 'vitest';
import { openWorld } from '../fixtures/world.ts';

test.each([
  [{}, { controller: null, contact: null, donationUrl: null }],
  [
    { CONTROLLER: 'Camp e. V.', CONTROLLER_CONTACT: 'datenschutz@camp.example', DONATION_URL: 'https://pay.example/camp' },
    { controller: 'Camp e. V.', contact: 'datenschutz@camp.example', donationUrl: 'https://pay.example/camp' },
  ],
])('what the operator says is told to everybody', async (settings, told) => {
  const world = await openWorld(settings as Record<string, string>);
  expect(await world.call(null, 'GET', '/api/site')).toMatchObject({ status: 200, body: told });
  await world.close();
});
