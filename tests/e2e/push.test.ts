import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LocalPushService } from '../fixtures/push-service.ts';
import { type Api, signInByApi } from './harness/api.ts';
import { button } from './harness/chat.ts';
import { type Device, iPhone } from './harness/device.ts';
import { expectGone, expectScreen, expectShown, expectSoon, indicator, seen } from './harness/expectations.ts';
import { installed, signIn } from './harness/people.ts';
import { deliverPush, shownNotifications, subscribeAt, tapNotification } from './harness/push.ts';
import { setUp } from './harness/set-up.ts';
import { readTable } from './harness/storage.ts';
import { texts } from './harness/texts.ts';

const bench = setUp({ PUSH_ALLOW_LOOPBACK: '1' });
const service = new LocalPushService();
const { de } = texts;

beforeAll(() => service.listen());
afterAll(() => service.close());

/** Anna's phone, in German; everything but what is named here is denied. */
async function annasPhone(name: string): Promise<Device> {
  const device = await bench.device({ worker: true, language: 'de', permissions: ['notifications', 'background-sync'] });
  await subscribeAt(device.context, service.device(name));
  await signIn(device.page, 'anna');
  await installed(device.page);
  return device;
}

const bellOff = (page: Page) => button(page.getByRole('banner'), de('push.turn_on'));
const bellOn = (page: Page) => button(page.getByRole('banner'), de('push.turn_off'));

/** How the server knows a device that subscribed under this name. */
const known = (name: string): unknown[] =>
  bench.server.query('select language from push_subscriptions where endpoint = ?', `${service.origin}/${name}`);

async function announce(orga: Api, title: string): Promise<string> {
  const { body } = await orga.call('POST', '/api/announcement', { title, content: 'Alle in die Scheune.' });
  const { id } = body as { id: string };
  await orga.call('POST', `/api/announcement/${id}/activate`, {});
  return id;
}

describe('a new announcement', () => {
  it('comes as a push while the app is closed, in the language of its reader, once; a tap opens the announcements', async () => {
    const { page, context } = await annasPhone('closed');
    const orga = await signInByApi(bench.server, 'orga');
    await Promise.all([seen(page, de('push.on')), bellOff(page).click()]);
    await expectShown(bellOn(page));
    expect(known('closed')).toEqual([{ language: 'de' }]);
    await page.close();

    const id = await announce(orga, 'Gewitter');
    await service.until(1);
    const { headers, payload } = service.delivered[0]!;
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', authorization: expect.stringMatching(/^vapid t=/) as string });
    await deliverPush(context, bench.server.origin, payload);
    await expectSoon(() => shownNotifications(context), [{ title: 'Ankündigung: Gewitter', body: 'Alle in die Scheune.', lang: 'de' }]);

    // Off and on again is no news. The next announcement is, and it is the second message.
    await orga.call('POST', `/api/announcement/${id}/deactivate`, {});
    await orga.call('POST', `/api/announcement/${id}/activate`, {});
    await announce(orga, 'Sonne');
    await service.until(2);
    expect(service.delivered.map(({ payload: { notification } }) => (notification as { title: string }).title)).toEqual([
      'Ankündigung: Gewitter',
      'Ankündigung: Sonne',
    ]);
    expect(bench.server.query('select id from push_jobs')).toHaveLength(2);

    const wanted = await tapNotification(context);
    await expectSoon(() => shownNotifications(context), []);
    const opened = await context.newPage();
    await opened.goto(wanted!);
    await expectScreen(opened, de('announcements.title'));
    await expectShown(opened.getByRole('heading', { name: 'Gewitter', exact: true }));
  });

  it('takes the window that is open already to the announcements', async () => {
    const { page, context } = await annasPhone('open');
    await page.goto('/#/schedule');
    await expectScreen(page, de('schedule.title'));
    const notification = { title: 'Ankündigung: Regen', body: '', navigate: '/#/announcements', lang: 'de', tag: 'regen' };
    await deliverPush(context, bench.server.origin, { web_push: 8030, notification });
    await expectSoon(async () => (await shownNotifications(context)).length, 1);
    expect(await tapNotification(context)).toBeNull();
    await expectScreen(page, de('announcements.title'));
    expect(context.pages()).toHaveLength(1);
  });
});

describe('the bell', () => {
  it('stays on over a reload, and off means that the server forgets the device', async () => {
    const { page } = await annasPhone('bell');
    await bellOff(page).click();
    await expectShown(bellOn(page));
    await page.reload();
    await expectShown(bellOn(page));
    expect(known('bell')).toHaveLength(1);
    await Promise.all([seen(page, de('push.off')), bellOn(page).click()]);
    await expectShown(bellOff(page));
    expect(known('bell')).toEqual([]);
  });

  it('says why where notifications are blocked', async () => {
    const { page } = await bench.device({ worker: true, language: 'de', permissions: ['background-sync'] });
    await signIn(page, 'anna');
    await installed(page);
    await Promise.all([seen(page, de('push.denied'), '[role=alert]'), bellOff(page).click()]);
    await expectShown(bellOff(page));
  });

  it('explains on an iPhone how to install the app first', async () => {
    const { page } = await bench.device({ worker: true, language: 'de', userAgent: iPhone });
    await signIn(page, 'anna');
    await bellOff(page).click();
    const dialog = page.getByRole('dialog', { name: de('push.install_title'), exact: true });
    await expectShown(dialog.getByText(de('push.needs_install'), { exact: true }));
    await expectSoon(
      () => dialog.getByRole('listitem').allInnerTexts(),
      [de('push.step_share'), de('push.step_add'), de('push.step_open')],
    );
    await button(dialog, de('push.understood')).click();
    await expectGone(dialog);
    await expectSoon(() => bellOff(page).evaluate((element) => element === document.activeElement), true);
    await page.goto('/#/notifications');
    await expectShown(page.getByText(de('push.step_share'), { exact: true }));
  });
});

describe('the settings', () => {
  const toggle = (page: Page, topic: 'general' | 'chats' | 'meetups' | 'pictures') =>
    page.getByRole('switch', { name: de(`notifications.${topic}`), exact: true });

  it('are four; three of them need this device to be subscribed; a change is saved without network too', async () => {
    const { page, setOffline } = await annasPhone('settings');
    await page.goto('/#/notifications');
    await expectShown(toggle(page, 'general'));
    const disabled = (): Promise<boolean[]> =>
      Promise.all((['general', 'chats', 'meetups', 'pictures'] as const).map((topic) => toggle(page, topic).isDisabled()));
    await expectSoon(() => disabled(), [false, true, true, true]);
    await button(page.getByRole('main'), de('push.enable')).click();
    await expectShown(page.getByText(de('push.is_on'), { exact: true }));
    await expectSoon(() => disabled(), [false, false, false, false]);
    await setOffline(true);
    await Promise.all([seen(page, de('notification_update_success')), toggle(page, 'general').click()]);
    await toggle(page, 'pictures').click();
    // The mark stands there for the first of the two already.
    await expectSoon(async () => (await readTable(page, bench.server.userId('anna'), 'outbox')).length, 2);
    await expectShown(page.getByText(de('chat_item.waiting'), { exact: true }));
    await setOffline(false);
    await expectGone(page.getByText(de('chat_item.waiting'), { exact: true }));
    const saved = bench.server.query('select general, chats, meetups, pictures from notification_settings');
    expect(saved).toEqual([{ general: 0, chats: 1, meetups: 1, pictures: 0 }]);
    // General is off: announcements are no longer pushed to this device.
    await announce(await signInByApi(bench.server, 'orga'), 'Ohne Anna');
    expect(bench.server.query('select * from push_jobs where payload like ?', '%Ohne Anna%')).toEqual([]);
    await page.reload();
    await expectSoon(async () => [await toggle(page, 'general').isChecked(), await toggle(page, 'chats').isChecked()], [false, true]);
  });

  it('say it when they could not be saved, and when they could not be loaded', async () => {
    const { page, setOffline } = await annasPhone('problems');
    await page.goto('/#/notifications');
    await expectShown(toggle(page, 'general'));
    const before = await toggle(page, 'general').isChecked();
    await page.evaluate(() => {
      IDBObjectStore.prototype.add = () => {
        throw new DOMException('No room', 'QuotaExceededError');
      };
    });
    await Promise.all([seen(page, de('notification_update_error'), '[role=alert]'), toggle(page, 'general').click()]);
    await expectSoon(() => toggle(page, 'general').isChecked(), before);

    // A device whose first load broke off before the settings came.
    await page.evaluate(
      (name) =>
        new Promise<void>((resolve) => {
          const request = indexedDB.open(name);
          request.addEventListener('success', () => {
            const deletion = request.result.transaction('notifications', 'readwrite');
            deletion.objectStore('notifications').clear();
            deletion.addEventListener('complete', () => {
              request.result.close();
              resolve();
            });
          });
        }),
      `event-companion-${bench.server.userId('anna')}`,
    );
    await setOffline(true);
    await page.reload();
    await expectShown(indicator(page, new RegExp(de('sync.offline'))));
    await expectShown(page.getByRole('alert').getByText(de('notification_fetch_error'), { exact: true }));
    await expectShown(page.getByText(de('app.loading'), { exact: true }));
  });
});
