import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LocalPushService } from '../fixtures/messages/push-service.ts';
import { type Api, signInByApi } from './harness/api.ts';
import { button } from './harness/chat.ts';
import { expectScreen, expectShown, expectSoon, wasShown } from './harness/expectations.ts';
import { workerReady, signIn } from './harness/people.ts';
import { deliverPush, shownNotifications, subscribeAt, tapNotification } from './harness/push.ts';
import { setUp } from './harness/set-up.ts';
import { texts } from './harness/texts.ts';

const bench = setUp({ ALLOW_LOOPBACK: '1' });
const service = new LocalPushService();
const { de } = texts;

beforeAll(() => service.listen());
afterAll(() => service.close());

const bellOff = (page: Page) => button(page.getByRole('banner'), de('push.turn_on'));
const bellOn = (page: Page) => button(page.getByRole('banner'), de('push.turn_off'));

const known = (): unknown[] => bench.server.query('select language from push_subscriptions');

async function announce(orga: Api, title: string): Promise<string> {
  const { body } = await orga.call('POST', '/api/announcement', { title, content: 'Alle in die Scheune.' });
  const { id } = body as { id: string };
  await orga.call('POST', `/api/announcement/${id}/activate`, {});
  return id;
}

it('an announcement arrives once as a push, also with the app closed; a tap opens it; the bell turns pushes on and off', async () => {
  const device = await bench.device({
    wholeBrowser: true,
    worker: true,
    language: 'de',
    permissions: ['notifications', 'background-sync'],
  });
  const { page, context } = device;
  await subscribeAt(context, service.device('phone'));
  await signIn(page, 'anna');
  await workerReady(page);
  await Promise.all([wasShown(page, de('push.on')), bellOff(page).click()]);
  await expectShown(bellOn(page));
  expect(known()).toEqual([{ language: 'de' }]);

  // Navigates the window that is open.
  await page.goto('/#/schedule');
  await expectScreen(page, de('schedule.title'));
  const notification = { title: 'Ankündigung: Regen', body: '', navigate: '/#/announcements', lang: 'de', tag: 'regen' };
  await deliverPush(context, bench.server.origin, { web_push: 8030, notification });
  await expectSoon(async () => (await shownNotifications(context)).length, 1);
  expect(await tapNotification(context)).toBeNull();
  await expectScreen(page, de('announcements.title'));
  expect(context.pages()).toHaveLength(1);
  await expectSoon(() => shownNotifications(context), []);
  await page.reload();
  await expectShown(bellOn(page));
  await page.close();

  const orga = await signInByApi(bench.server, 'orga');
  const id = await announce(orga, 'Gewitter');
  await service.until(1);
  const { headers, payload } = service.delivered[0]!;
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', authorization: expect.stringMatching(/^vapid t=/) as string });
  await deliverPush(context, bench.server.origin, payload);
  await expectSoon(() => shownNotifications(context), [{ title: 'Ankündigung: Gewitter', body: 'Alle in die Scheune.', lang: 'de' }]);

  // A second activation sends no push, so the next announcement is the second message.
  await orga.call('POST', `/api/announcement/${id}/deactivate`, {});
  await orga.call('POST', `/api/announcement/${id}/activate`, {});
  await announce(orga, 'Sonne');
  await service.until(2);
  expect(service.delivered.map(({ payload: { notification } }) => (notification as { title: string }).title)).toEqual([
    'Ankündigung: Gewitter',
    'Ankündigung: Sonne',
  ]);
  expect(bench.server.query('select id from push_jobs')).toHaveLength(2);

  const address = await tapNotification(context);
  await expectSoon(() => shownNotifications(context), []);
  const opened = await context.newPage();
  await opened.goto(address!);
  await expectScreen(opened, de('announcements.title'));
  await expectShown(opened.getByRole('heading', { name: 'Gewitter', exact: true }));

  await Promise.all([wasShown(opened, de('push.off')), bellOn(opened).click()]);
  await expectShown(bellOff(opened));
  expect(known()).toEqual([]);
});
