import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { otherEvents } from '../../server/demo/events.ts';
import { signInByApi } from './harness/api.ts';
import { button, expectWaiting, openChat, post, writePost } from './harness/chat.ts';
import { expectGone, expectLevel, expectScreen, expectShown, expectSoon, seen } from './harness/expectations.ts';
import { eventTitle, installed, loginOf, type Person, signIn, submitLogin } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

/** Hidden behind a code, and Ben and Jonas (orga) are no members of it. */
const mill = otherEvents[0]!;
const [campId, millId] = [1, 2];

/** The browser reports every refused request on the console. */
const refused = /^Failed to load resource: .* (401|404) .*\/api\/event\//;

const overlay = (page: Page, name = mill.title) => page.getByRole('dialog', { name, exact: true });

const activeEvent = async (person: Person) => {
  const { body } = await (await signInByApi(bench.server, person)).call('GET', '/api/users/me');
  return (body as { activeEvent: { title: string } }).activeEvent.title;
};

const switchElsewhere = async (person: Person, eventId: number, eventCode?: string) =>
  (await signInByApi(bench.server, person)).call('POST', `/api/event/${eventId}/switch`, { eventCode });

describe('somebody who is signed in and opens an invitation', () => {
  it('sees the event, joins it, and has it without network too', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await signIn(page, 'ben');
    await expectLevel(page);
    await installed(page);
    await page.goto('/#/chat');
    await expectScreen(page, t('chat.title'));
    await page.goto(`/#code=%20${mill.code}%20`);
    await expectShown(overlay(page).getByText(mill.description));
    expect(new URL(page.url()).hash).toBe('#/home');
    await expectShown(overlay(page).getByText(t('switch_overlay.stays', { title: eventTitle })));
    const join = button(overlay(page), t('switch_overlay.join'));
    await Promise.all([seen(page, t('switch_overlay.joined', { title: mill.title })), join.click()]);
    await expectGone(overlay(page));
    await expectScreen(page, mill.title);
    await page.goto('/#/schedule');
    await expectShown(page.getByRole('article').filter({ hasText: 'Arbeitsgruppen' }));
    await expectLevel(page);
    await setOffline(true);
    await page.reload();
    await expectShown(page.getByRole('article').filter({ hasText: 'Arbeitsgruppen' }));
    await page.goto('/#/home');
    await expectScreen(page, mill.title);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectSoon(() => activeEvent('ben'), mill.title);
  });

  it('cancels, and nothing has changed', async () => {
    const { page } = await bench.device({ worker: true });
    await signIn(page, 'orga');
    await page.goto(`/#code=${mill.code}`);
    await button(overlay(page), t('app.cancel')).click();
    await expectGone(overlay(page));
    await expectScreen(page, eventTitle);
    await page.reload();
    await expectScreen(page, eventTitle);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectSoon(() => activeEvent('orga'), eventTitle);
  });

  it('is told that the code is none, and stays signed in where they are', async () => {
    const { page, watch } = await bench.device({ worker: true });
    watch.expect(refused);
    await signIn(page, 'orga');
    // The overlay closes by itself after three seconds.
    const words = `${t('switch_overlay.error_loading_event')} ${t('code_unknown', { ns: 'errors' })}`;
    await Promise.all([seen(page, words, '[role=dialog]'), page.goto('/#code=NOBODY-MADE-THIS')]);
    await expectGone(overlay(page, t('switch_overlay.title')));
    await expectScreen(page, eventTitle);
  });

  it('whose code another has used meanwhile is told so in the overlay, and no session ends', async () => {
    const { page, watch } = await bench.device({ worker: true });
    watch.expect(refused);
    const id = '0192c8a0-0000-7000-8000-0000000000aa';
    const insert = 'insert into event_codes (id, event_id, code, reusable, used, version) values (?, ?, ?, 0, 0, 1)';
    bench.server.change(insert, id, millId, 'MILL-ONCE');
    await signIn(page, 'orga');
    await page.goto('/#code=MILL-ONCE');
    await expectShown(button(overlay(page), t('switch_overlay.join')));
    bench.server.change('update event_codes set used = 1 where id = ?', id);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await button(overlay(page), t('switch_overlay.join')).click();
    await expectShown(overlay(page).getByText(t('switch_overlay.incorrect_code')));
    expect(asked.filter((path) => path.endsWith('/switch') || path.endsWith('/refresh'))).toEqual([`/api/event/${millId}/switch`]);
    await button(overlay(page), t('app.cancel')).click();
    await expectScreen(page, eventTitle);
  });

  it('keeps the code while there is no network, over a restart too, and joins when it is back', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await signIn(page, 'orga');
    await expectLevel(page);
    await installed(page);
    await setOffline(true);
    await page.goto(`/#code=${mill.code}`);
    const waiting = overlay(page, t('switch_overlay.title'));
    await expectShown(waiting.getByText(t('switch_overlay.no_network')));
    await button(waiting, t('switch_overlay.try_again')).click();
    await expectShown(waiting.getByText(t('switch_overlay.no_network')));
    await page.reload();
    await expectShown(waiting.getByText(t('switch_overlay.no_network')));
    await setOffline(false);
    await button(waiting, t('switch_overlay.try_again')).click();
    await expectShown(button(overlay(page), t('switch_overlay.join')));
    await setOffline(true);
    await button(overlay(page), t('switch_overlay.join')).click();
    await expectShown(overlay(page).getByText(t('switch_overlay.no_network')));
    await setOffline(false);
    await button(overlay(page), t('switch_overlay.join')).click();
    await expectScreen(page, mill.title);
  });

  it('and is a member is told so, and can go there without joining again', async () => {
    const { page } = await bench.device({ worker: true });
    await signIn(page, 'anna');
    await page.goto('/#code=DEMO-2026');
    const here = overlay(page, eventTitle);
    await expectShown(here.getByText(t('switch_overlay.active')));
    await button(here, t('app.go_home')).click();
    await expectGone(here);
    await page.goto(`/#code=${mill.code}`);
    await expectShown(overlay(page).getByText(t('switch_overlay.member')));
    await button(overlay(page), t('switch_overlay.switch')).click();
    await expectScreen(page, mill.title);
  });
});

describe('somebody who has an account, is signed out, and opens an invitation', () => {
  it('signs in from there, and is asked whether to join', async () => {
    expect((await switchElsewhere('orga', campId)).status).toBe(200);
    const { page } = await bench.device({ worker: true });
    await page.goto(`/#code=${mill.code}`);
    await page.getByRole('link', { name: t('register.sign_in') }).click();
    await expectScreen(page, t('login.title'));
    const { email, password } = loginOf('orga');
    await submitLogin(page, email, password);
    await expectShown(overlay(page).getByText(mill.description));
    await button(overlay(page), t('app.cancel')).click();
    await expectScreen(page, eventTitle);
  });

  it('signs in without it who has left it', async () => {
    const { page } = await bench.device({ worker: true });
    await page.goto(`/#code=${mill.code}`);
    await expectScreen(page, t('register.title'));
    await page.goto('/#/home');
    await signIn(page, 'orga');
    await expectLevel(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

it('what was not sent arrives in the event that it was written in, and another device of the person follows to the new one', async () => {
  expect((await switchElsewhere('ben', campId)).status).toBe(200);
  const { page, setOffline } = await bench.device({ worker: true });
  await signIn(page, 'ben');
  await expectLevel(page);
  await installed(page);
  await openChat(page);
  await setOffline(true);
  await writePost(page, 'Written at the camp');
  await expectWaiting(page, 'Written at the camp');
  expect((await switchElsewhere('ben', millId)).status).toBe(200);
  await setOffline(false);
  await expectSoon(
    () => bench.server.query('select event_id as event from posts where content = ?', 'Written at the camp'),
    [{ event: campId }],
  );
  await page.goto('/#/home');
  await expectScreen(page, mill.title);
  await openChat(page);
  await expectLevel(page);
  expect(await post(page, 'Written at the camp').count()).toBe(0);
});
