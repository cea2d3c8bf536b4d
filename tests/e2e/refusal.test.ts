import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Api, signInByApi } from './harness/api.ts';
import { button, confirm, expectSent, expectWaiting, openChat, post, reply, writePost } from './harness/chat.ts';
import { type Device } from './harness/device.ts';
import { expectGone, expectLevel, expectScreen, expectShown, expectSoon, indicator, seen } from './harness/expectations.ts';
import { installed, signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { readTable } from './harness/storage.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

const contents = (texts: readonly string[]): string[] => bench.server.posts(texts).map(({ content }) => content);

/** The card of a refused command, wherever it stands. */
const card = (page: Page, text: string): Locator =>
  page
    .getByRole('article')
    .filter({ hasText: text })
    .filter({ has: button(page, t('refused.discard')) })
    .last();

/** Anna's phone in the chat; with rights that let a page copy, which would otherwise deny it the background sync. */
async function annaInChat(): Promise<Device> {
  const device = await bench.device({ worker: true, permissions: ['clipboard-read', 'clipboard-write', 'background-sync'] });
  await signIn(device.page, 'anna');
  await expectLevel(device.page);
  await installed(device.page);
  await openChat(device.page);
  return device;
}

/** Anna answers Ben's post without network; it is deleted by the organisers; then her network is back. */
async function refusedReply(anna: Device, theirs: string, answer: string): Promise<void> {
  const ben = await signInByApi(bench.server, 'ben');
  const { body } = await ben.call('POST', '/api/post', { content: theirs, event: 1 });
  await expectShown(post(anna.page, theirs));
  await anna.setOffline(true);
  await reply(anna.page, theirs, answer);
  await expectWaiting(anna.page, answer);
  const orga: Api = await signInByApi(bench.server, 'orga');
  const deleted = await orga.call('DELETE', `/api/post/${(body as { id: string }).id}`);
  expect(deleted.status).toBe(204);
  await anna.setOffline(false);
  await expectShown(indicator(anna.page, t('sync.attention', { count: 1 })));
  await expectShown(card(anna.page, answer));
}

describe('a reply to a post that was deleted meanwhile', () => {
  it('says what happened, keeps the text, and becomes a post of its own', async () => {
    const anna = await annaInChat();
    await refusedReply(anna, 'Anyone for a night swim?', 'Yes, wait for me');
    const refused = card(anna.page, 'Yes, wait for me');
    await expectShown(refused.getByText(t('chat_item.reply_failed'), { exact: true }));
    await expectShown(refused.getByText(t('post_gone', { ns: 'errors' }), { exact: true }));
    await button(refused, t('refused.as_new')).click();
    const field = anna.page.getByLabel(t('refused.text'), { exact: true });
    await expectSoon(() => field.inputValue(), 'Yes, wait for me');
    await field.fill('I would have come to the night swim');
    await button(anna.page, t('refused.resend')).click();
    await expectSent(anna.page, 'I would have come to the night swim');
    await expectLevel(anna.page);
    const sent = bench.server.posts(['Yes, wait for me', 'I would have come to the night swim']);
    expect(sent.map(({ content, replyToId }) => ({ content, replyToId }))).toEqual([
      { content: 'I would have come to the night swim', replyToId: null },
    ]);
  });

  it('can be copied and discarded in the list of what is not sent', async () => {
    const anna = await annaInChat();
    await refusedReply(anna, 'Who takes the early shift?', 'Me, after a coffee');
    await indicator(anna.page, t('sync.attention', { count: 1 })).click();
    await expectScreen(anna.page, t('not_sent.title'));
    await expectShown(anna.page.getByRole('heading', { name: t('not_sent.attention'), exact: true }));
    const copy = button(card(anna.page, 'Me, after a coffee'), t('refused.copy'));
    await Promise.all([seen(anna.page, t('refused.copied')), copy.click()]);
    await expectSoon(() => anna.page.evaluate(() => navigator.clipboard.readText()), 'Me, after a coffee');
    await anna.page.reload();
    await expectShown(card(anna.page, 'Me, after a coffee'));
    await button(card(anna.page, 'Me, after a coffee'), t('refused.discard')).click();
    await expectShown(anna.page.getByRole('alertdialog').getByText(t('refused.discard_text')));
    await confirm(anna.page, t('refused.discard'));
    await expectShown(anna.page.getByText(t('not_sent.nothing'), { exact: true }));
    await expectLevel(anna.page);
    await expectSoon(() => readTable(anna.page, bench.server.userId('anna'), 'outbox'), []);
    expect(contents(['Me, after a coffee'])).toEqual([]);
  });

  it('keeps the changed text when the app is killed while it is edited', async () => {
    const anna = await annaInChat();
    await refusedReply(anna, 'Lost a red scarf', 'Seen at the boathouse');
    await button(card(anna.page, 'Seen at the boathouse'), t('refused.as_new')).click();
    const field = anna.page.getByLabel(t('refused.text'), { exact: true });
    await expectSoon(() => field.inputValue(), 'Seen at the boathouse');
    await field.fill('A red scarf hangs at the boathouse');
    const drafts = (): Promise<unknown[]> => readTable(anna.page, bench.server.userId('anna'), 'drafts');
    await expectSoon(async () => JSON.stringify(await drafts()).includes('A red scarf hangs at the boathouse'), true);
    await anna.page.reload();
    await button(card(anna.page, 'Seen at the boathouse'), t('refused.as_new')).click();
    await expectSoon(() => field.inputValue(), 'A red scarf hangs at the boathouse');
  });
});

describe('throwing away what waits', () => {
  it('says before what goes with it', async () => {
    const { page, setOffline } = await annaInChat();
    await setOffline(true);
    await writePost(page, 'Nobody will ever read this');
    await reply(page, 'Nobody will ever read this', 'Nor this');
    await page.goto('/#/not-sent');
    await button(card(page, 'Nobody will ever read this'), t('refused.discard')).click();
    await expectShown(page.getByRole('alertdialog').getByText(t('refused.discard_with', { count: 1 })));
    await confirm(page, t('refused.discard'));
    await expectShown(page.getByText(t('not_sent.nothing'), { exact: true }));
    await setOffline(false);
    await expectLevel(page);
    expect(contents(['Nobody will ever read this', 'Nor this'])).toEqual([]);
  });
});

describe('a session that the server has ended', () => {
  it('keeps what waits and sends it after the next sign-in', async () => {
    const { page, context, setOffline, watch } = await annaInChat();
    watch.expect(/^Failed to load resource: .* 401 /);
    await setOffline(true);
    await writePost(page, 'Written without a session');
    bench.server.change('update sessions set revoked_at = ? where user_id = ?', Date.now(), bench.server.userId('anna'));
    await setOffline(false);
    await expectScreen(page, t('login.title'));
    await expectShown(page.getByText(t('login.unsent', { name: 'Anna Lindqvist', count: 1 })));
    expect(contents(['Written without a session'])).toEqual([]);
    await signIn(page, 'anna');
    await openChat(page);
    await expectSent(page, 'Written without a session');
    await expectLevel(page);
    expect(contents(['Written without a session'])).toHaveLength(1);
    await expectGone(page.getByText(t('login.unsent_title')));
    await context.close();
  });
});
