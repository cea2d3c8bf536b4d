import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { people } from '../../server/demo/people.ts';
import { signInByApi } from './harness/api.ts';
import { button, confirm } from './harness/chat.ts';
import type { Device } from './harness/device.ts';
import { expectGone, expectLevel, expectOffline, expectScreen, expectShown, expectSoon, seen } from './harness/expectations.ts';
import { eventTitle, installed, type Person, signIn } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { expectAllSent } from './harness/storage.ts';
import { t } from './harness/texts.ts';

const bench = setUp({ DONATION_URL: 'https://donate.example/' });

/** Signs somebody in and waits for all that is needed without network. */
async function prepared(person: Person): Promise<Device> {
  const device = await bench.device({ worker: true });
  await device.page.goto('/');
  await signIn(device.page, person);
  await expectLevel(device.page);
  await installed(device.page);
  return device;
}

const article = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

describe('meetups', () => {
  const fill = async (page: Page, title: string): Promise<void> => {
    await page.goto('/#/meetups');
    await expectScreen(page, t('meetups.title'));
    await button(page, t('meetup_create.open')).click();
    await page.getByLabel(t('meetup_create.title'), { exact: true }).fill(title);
    await page.getByLabel(t('meetup_create.description'), { exact: true }).fill('At the jetty');
    await page.getByLabel(t('meetup_create.start'), { exact: true }).fill('2031-07-18T20:30');
  };
  const stored = (title: string) => bench.server.query<{ start: string }>('select start_date as start from meetups where title = ?', title);

  it('one that somebody calls to is on the other’s screen, and gone when its author deletes it', async () => {
    const [anna, ben] = [await prepared('anna'), await prepared('ben')];
    await ben.page.goto('/#/meetups');
    await fill(anna.page, 'Night swim');
    await button(anna.page, t('meetup_create.submit')).click();
    await expectShown(article(ben.page, 'Night swim'));
    await expectGone(anna.page.getByLabel(t('meetup_create.title'), { exact: true }));
    expect(stored('Night swim')).toEqual([{ start: '2031-07-18T18:30:00.000Z' }]);
    await expectGone(article(ben.page, 'Night swim').getByRole('button', { name: new RegExp(t('meetup.delete')) }));
    await article(anna.page, 'Night swim')
      .getByRole('button', { name: new RegExp(t('meetup.delete')) })
      .click();
    await confirm(anna.page, t('meetup.delete'));
    await expectGone(article(ben.page, 'Night swim'));
    expect(stored('Night swim')).toEqual([]);
  });

  it('one from without network waits in its place, survives a restart, and is sent later; so do half-typed ones', async () => {
    const { page, setOffline } = await prepared('anna');
    await setOffline(true);
    await fill(page, 'Sunrise walk');
    await expectSoon(() => page.getByLabel(t('meetup_create.title'), { exact: true }).inputValue(), 'Sunrise walk');
    await page.goto('/#/home');
    await expectScreen(page, eventTitle);
    await page.goto('/#/meetups');
    await expectSoon(() => page.getByLabel(t('meetup_create.title'), { exact: true }).inputValue(), 'Sunrise walk');
    await button(page, t('meetup_create.submit')).click();
    await expectShown(article(page, 'Sunrise walk').getByText(t('chat_item.waiting')));
    // The form, which closes after that, must not be there again half-typed.
    await expectGone(page.getByLabel(t('meetup_create.title'), { exact: true }));
    await page.reload();
    await expectShown(article(page, 'Sunrise walk').getByText(t('chat_item.waiting')));
    expect(stored('Sunrise walk')).toEqual([]);
    await setOffline(false);
    await expectGone(article(page, 'Sunrise walk').getByText(t('chat_item.waiting')));
    expect(stored('Sunrise walk')).toHaveLength(1);
  });
});

describe('participants', () => {
  it('are found on the device without network, and contacted from the list and from their names in the chat', async () => {
    const { page, setOffline } = await prepared('anna');
    await setOffline(true);
    await expectOffline(page);
    await page.goto('/#/participants');
    await expectScreen(page, t('participants.title'));
    await expectShown(page.getByText(t('participants.count', { count: people.length }), { exact: true }));
    const list = page.getByRole('list', { name: t('participants.list') }).getByRole('listitem');
    await expectSoon(() => list.count(), 25);
    await page.getByRole('link', { name: t('pagination.page', { page: 2 }) }).click();
    await expectSoon(() => list.count(), people.length - 25);
    await page.getByLabel(t('participants.search'), { exact: true }).fill('sorensen');
    await expectSoon(() => list.count(), 1);
    await list.getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: t('contact.title', { name: 'Emil Sørensen' }) });
    await expectSoon(() => dialog.getByRole('link', { name: t('contact.email') }).getAttribute('href'), 'mailto:emil@demo.example');
    await expectSoon(() => dialog.getByRole('button', { name: t('contact.linkedin') }).isDisabled(), true);
    await button(dialog, t('app.close')).click();
    await page.goto('/#/chat');
    const author = page.getByRole('article').locator('button[aria-haspopup="dialog"]').first();
    const name = (await author.textContent()) ?? '';
    await author.click();
    await expectShown(page.getByRole('dialog', { name: t('contact.title', { name }) }).getByRole('link', { name: t('contact.email') }));
  });

  it('the server is asked when there is a network', async () => {
    const { page } = await prepared('anna');
    const asked = page.waitForResponse((response) => response.url().includes('/participant?page=1&search=ben'));
    await page.goto('/#/participants');
    await expectScreen(page, t('participants.title'));
    await page.getByLabel(t('participants.search'), { exact: true }).fill('ben');
    expect((await asked).status()).toBe(200);
    await expectShown(page.getByText('ben@demo.example'));
  });
});

describe('statistics', () => {
  const coffee = 'Becher Kaffee / Cups of coffee';
  const counted = (page: Page) => page.getByRole('region', { name: coffee }).getByRole('status');
  const plus = (page: Page) => button(page, t('statistic.plus', { name: coffee }));
  const stored = (): number => {
    const id = `1-${bench.server.userId('anna')}`;
    return bench.server.query<{ value: number }>('select value from user_statistics where id = ?', id)[0]?.value ?? 0;
  };

  it('two devices of one person count without network, and no click is lost', async () => {
    const devices = [await prepared('anna'), await prepared('anna')];
    const before = stored();
    for (const [index, { page, setOffline }] of devices.entries()) {
      await page.goto('/#/statistics/counter');
      await expectSoon(() => counted(page).textContent(), String(before));
      await setOffline(true);
      for (let click = 0; click < 3 + index; click += 1) await plus(page).click();
      await expectSoon(() => counted(page).textContent(), String(before + 3 + index));
    }
    for (const { setOffline } of devices) await setOffline(false);
    for (const { page } of devices) await expectSoon(() => counted(page).textContent(), String(before + 7), 30_000);
    expect(stored()).toBe(before + 7);
    const [{ page }] = devices as [Device, Device];
    await page.goto('/#/statistics');
    await expectShown(
      page
        .getByRole('region', { name: coffee })
        .getByRole('listitem')
        .filter({ hasText: t('statistic.you') }),
    );
  });
});

describe('feedback', () => {
  const contents = () => bench.server.query<{ content: string }>('select content from feedback order by id').map(({ content }) => content);

  it('simple feedback from without network is sent later; the donation link opens a new tab', async () => {
    const { page, setOffline } = await prepared('anna');
    await page.goto('/#/feedback');
    await expectScreen(page, t('feedback_simple.title'));
    const link = page.getByRole('link', { name: t('donation.button') });
    await expectSoon(() => link.getAttribute('href'), 'https://donate.example/');
    await setOffline(true);
    await page.getByLabel(t('feedback_simple.label'), { exact: true }).fill('More shade, please');
    await Promise.all([seen(page, t('feedback_simple.success')), button(page, t('feedback_simple.submit')).click()]);
    await expectOffline(page, 1);
    await setOffline(false);
    await expectLevel(page);
    expect(contents()).toEqual(['More shade, please']);
  });

  it('around the end of the event the home screen asks for stars, votes and words', async () => {
    bench.server.change("update events set end_date = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 hour') where id = 1");
    const { page } = await prepared('ben');
    const form = page.getByRole('form', { name: t('feedback.label') });
    await expectShown(form);
    await form.getByText(t('feedback.rating')).waitFor();
    await form.getByRole('radio', { name: t('feedback.stars', { count: 4 }) }).check({ force: true });
    const music = form.getByRole('group', { name: t('feedback.option_music_playlist') });
    await button(music, t('feedback.for')).click();
    await button(form, t('feedback.submit')).click();
    await expectShown(page.getByText(t('feedback.thanks')));
    await expectAllSent(page, bench.server.userId('ben'));
    expect(JSON.parse(contents().at(-1)!)).toMatchObject({ rating: 4, votes: { music_playlist: 1, keep_cheap: null }, freeText: '' });
    const orga = await signInByApi(bench.server, 'orga');
    expect((await orga.call('GET', '/api/feedback')).body).toHaveLength(2);
  });
});
