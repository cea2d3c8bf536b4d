import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { people } from '../../server/demo/people.ts';
import type { Page } from 'playwright-core';
import { type Api, signInByApi } from './harness/api.ts';
import { button } from './harness/chat.ts';
import { expectGone, expectLevel, expectScreen, expectShown, expectSoon, seen } from './harness/expectations.ts';
import { eventTitle, installed, loginOf, type Person, signIn, submitLogin } from './harness/people.ts';
import { chooseFile } from './harness/photos.ts';
import { expectAllSent, readTable } from './harness/storage.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

/** The browser reports every refused request on the console. */
const refused = /^Failed to load resource: .* (401|403) .*\/api\/(users|sync)\b/;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const card = (page: Page, name: string) => page.getByRole('form', { name, exact: true });

async function openProfile(page: Page): Promise<void> {
  await button(page, t('profile.open')).click();
  await page.getByRole('link', { name: t('profile.my_profile'), exact: true }).click();
  await expectScreen(page, t('profile.my_profile'));
}

const square = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300" fill="teal"/></svg>';

const benId = people.findIndex(({ key }) => key === 'ben') + 1;

const apis: Partial<Record<Person, Promise<Api>>> = {};

/** What the server says of the person that this is. */
const stored = async (person: 'admin' | 'anna' | 'ben' | 'orga') => {
  // Once for all looks: a sign-in is work for the server.
  const api = await (apis[person] ??= signInByApi(bench.server, person));
  const { body } = await api.call('GET', '/api/users/me');
  return body as { name: string; whatsapp: string | null; image: string | null };
};

describe('my profile', () => {
  it('is saved and cancelled only when something differs, and sends only that', async () => {
    const { page } = await bench.device({ worker: true });
    await signIn(page, 'anna');
    await openProfile(page);
    const profile = card(page, t('profile.card'));
    const [save, cancel] = [button(profile, t('profile.save')), button(profile, t('app.cancel'))];
    expect([await save.isDisabled(), await cancel.isDisabled()]).toEqual([true, true]);
    await field(page, t('profile.name')).fill('Anna L.');
    await field(page, t('profile.whatsapp')).fill('+49 170 1234567');
    await cancel.click();
    await expectSoon(() => field(page, t('profile.name')).inputValue(), 'Anna Lindqvist');
    await expectSoon(() => save.isDisabled(), true);
    await field(page, t('profile.whatsapp')).fill('+49 170 1234567');
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/batch'));
    await Promise.all([seen(page, t('profile.save_success')), save.click()]);
    const { calls } = (await sent).postDataJSON() as { calls: { path: string; body: object }[] };
    expect(calls.map(({ path, body }) => [path, body])).toEqual([['/api/users/me', { whatsapp: '+49 170 1234567' }]]);
    await expectSoon(() => save.isDisabled(), true);
    await expectSoon(async () => (await stored('anna')).whatsapp, '+49 170 1234567');
  });

  it('is changed without network, survives a restart, and arrives; the others see it', async () => {
    const other = await bench.device({ worker: true });
    await signIn(other.page, 'anna');
    const { page, setOffline } = await bench.device({ worker: true });
    await signIn(page, 'ben');
    await expectLevel(page);
    await installed(page);
    await openProfile(page);
    await setOffline(true);
    await field(page, t('profile.instagram')).fill('draft only');
    await field(page, t('profile.name')).fill('Ben from the lake');
    // Keystrokes are gathered for a moment before they are stored.
    await expectSoon(async () => JSON.stringify(await readTable(page, benId, 'drafts')).includes('Ben from the lake'), true);
    await page.reload();
    await expectSoon(() => field(page, t('profile.instagram')).inputValue(), 'draft only');
    await field(page, t('profile.instagram')).fill('');
    await button(card(page, t('profile.card')), t('profile.save')).click();
    await expectShown(page.getByText(t('chat_item.waiting')));
    await page.reload();
    await expectSoon(() => field(page, t('profile.name')).inputValue(), 'Ben from the lake');
    await setOffline(false);
    await expectAllSent(page, benId);
    await expectGone(page.getByText(t('chat_item.waiting')));
    expect((await stored('ben')).name).toBe('Ben from the lake');
    await other.page.goto('/#/chat');
    await expectShown(other.page.getByText('Ben from the lake').first());
  });

  it('gets a picture, which is there at once, waits without network, and reaches the others', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await signIn(page, 'orga');
    await expectLevel(page);
    await installed(page);
    await setOffline(true);
    await page.goto('/#/my-profile');
    const red = await sharp({ create: { width: 1_200, height: 800, channels: 3, background: '#c00' } })
      .png()
      .toBuffer();
    const file = { name: 'me.png', mimeType: 'image/png', buffer: red };
    await chooseFile(page, file);
    const profile = card(page, t('profile.card'));
    const shown = profile.locator('img[src^="blob:"]');
    await expectShown(shown);
    await button(profile, t('profile.save')).click();
    await expectShown(page.getByText(t('chat_item.waiting')));
    await page.reload();
    await expectShown(shown);
    await expectShown(page.getByRole('banner').locator('img[src^="blob:"]'));
    await setOffline(false);
    await expectAllSent(page, bench.server.userId('orga'));
    await expectGone(page.getByText(t('chat_item.waiting')));
    const { image } = await stored('orga');
    expect(image).toMatch(/^\/images\/people\/[\w-]{22}-640x427\.webp$/);
    await expectShown(profile.locator('img[src^="/images/people/"]'));
  });

  it('gets a picture from the camera; chosen and not saved, it is there again after a restart', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await signIn(page, 'admin');
    await expectLevel(page);
    await installed(page);
    await setOffline(true);
    await page.goto('/#/my-profile');
    await button(page, t('picture_input.take')).click();
    const camera = page.getByRole('dialog', { name: t('camera.title') });
    await button(camera, t('camera.take')).click();
    await expectGone(camera);
    const profile = card(page, t('profile.card'));
    const chosen = profile.locator('img[src^="blob:"]');
    await expectShown(chosen);
    await expectSoon(async () => (await readTable(page, bench.server.userId('admin'), 'blobs')).length, 1);
    await page.reload();
    await expectShown(chosen);
    await button(profile, t('profile.save')).click();
    await setOffline(false);
    await expectSoon(async () => (await stored('admin')).image?.startsWith('/images/people/'), true);
    await expectLevel(page);
    await expectSoon(() => readTable(page, bench.server.userId('admin'), 'blobs'), []);
    await expectSoon(() => readTable(page, bench.server.userId('admin'), 'drafts'), []);
  });

  it('its picture is taken away without network, as Cancel takes that back, and is gone for the others too', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await signIn(page, 'anna');
    await expectLevel(page);
    await installed(page);
    const file = { name: 'me.png', mimeType: 'image/png', buffer: await sharp(Buffer.from(square)).png().toBuffer() };
    await page.goto('/#/my-profile');
    await chooseFile(page, file);
    const profile = card(page, t('profile.card'));
    await button(profile, t('profile.save')).click();
    const shown = profile.locator('img[src^="/images/people/"]');
    await expectShown(shown);
    const { image } = await stored('anna');
    await setOffline(true);
    const remove = button(profile, t('picture_input.remove'));
    await remove.click();
    await expectGone(shown);
    await button(profile, t('app.cancel')).click();
    await expectShown(shown);
    await remove.click();
    await expectSoon(async () => (await readTable(page, bench.server.userId('anna'), 'drafts')).length, 1);
    await page.reload();
    await expectShown(profile);
    await expectGone(shown);
    await expectGone(remove);
    await button(profile, t('profile.save')).click();
    await expectShown(page.getByText(t('chat_item.waiting')));
    await page.goto('/#/not-sent');
    await expectShown(page.getByText(t('profile.picture_removed'), { exact: true }));
    await setOffline(false);
    await expectSoon(async () => (await stored('anna')).image, '/images/placeholder-profile.svg');
    // The file goes right after the commit, and no answer waits for that.
    await expectSoon(async () => (await fetch(bench.server.origin + image!)).status, 404);
    const ben = await signInByApi(bench.server, 'ben');
    const found = (await ben.call('GET', '/api/event/1/participant?search=anna@')).body as { participants: { image: string }[] };
    expect(found.participants[0]?.image).toBe('/images/placeholder-profile.svg');
  });

  it('says when what was chosen is no picture', async () => {
    const { page } = await bench.device({ worker: true });
    await signIn(page, 'orga');
    await page.goto('/#/my-profile');
    const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
    await chooseFile(page, file);
    await expectShown(page.getByText(t('photo_upload.process_failed')));
    await expectSoon(() => button(card(page, t('profile.card')), t('profile.save')).isDisabled(), true);
  });

  it('whose address is somebody else’s is refused in its place, and mended there', async () => {
    const { page } = await bench.device({ worker: true });
    await signIn(page, 'orga');
    await openProfile(page);
    await field(page, t('profile.email')).fill('anna@demo.example');
    await button(card(page, t('profile.card')), t('profile.save')).click();
    const refusal = page.getByRole('article').filter({ hasText: t('profile.save_failed') });
    await expectShown(refusal.getByText(t('email_unusable', { ns: 'errors' })));
    await expectSoon(() => card(page, t('profile.card')).getByLabel(t('profile.email'), { exact: true }).inputValue(), 'orga@demo.example');
    await button(refusal, t('refused.discard')).click();
    await button(page.getByRole('alertdialog'), t('refused.discard')).click();
    await expectGone(refusal);
  });

  it('an incomplete one is asked for on the home screen', async () => {
    const { page } = await bench.device({ worker: true });
    await page.goto('/#code=DEMO-2026&email=rike@example.org');
    await field(page, t('register.password')).fill('Seeufer-2026');
    await field(page, t('register.confirm_password')).fill('Seeufer-2026');
    await button(page, t('register.submit')).click();
    await expectScreen(page, eventTitle);
    await page.getByRole('link', { name: t('profile_incomplete.missing_fields') }).click();
    await expectScreen(page, t('profile.my_profile'));
    await field(page, t('profile.name')).fill('Rike');
    await button(card(page, t('profile.card')), t('profile.save')).click();
    await page.goto('/#/home');
    await expectShown(page.getByText(t('profile_incomplete.no_picture')));
  });
});

describe('the password', () => {
  it('is changed with the old one; other devices are signed out', async () => {
    const [here, there] = [await bench.device({ worker: true }), await bench.device({ worker: true })];
    there.watch.expect(refused);
    here.watch.expect(refused);
    await signIn(here.page, 'ben');
    await signIn(there.page, 'ben');
    const { page } = here;
    await openProfile(page);
    const password = card(page, t('password.title'));
    const submit = button(password, t('password.submit'));
    const [old, next, confirm] = [t('password.old'), t('password.new'), t('password.confirm')].map((label) => field(page, label));
    await expectSoon(() => submit.isDisabled(), true);
    await old!.fill('Wrong-Password-1');
    await next!.fill('short');
    await expectShown(page.getByText(t('password.strength_error')));
    await next!.fill('Seeufer-2026');
    await confirm!.fill('Seeufer-2027');
    await expectShown(page.getByText(t('password.error_mismatch')));
    await expectSoon(() => submit.isDisabled(), true);
    await confirm!.fill('Seeufer-2026');
    await submit.click();
    await expectShown(password.getByRole('alert').getByText(t('wrong_password', { ns: 'errors' })));
    await old!.fill(loginOf('ben').password);
    await Promise.all([seen(page, t('password.success')), old!.press('Enter')]);
    await expectSoon(() => old!.inputValue(), '');
    await there.page.reload();
    await expectScreen(there.page, t('login.title'));
    await submitLogin(there.page, loginOf('ben').email, 'Seeufer-2026');
    await expectScreen(there.page, eventTitle);
  });
});
