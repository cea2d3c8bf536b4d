import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { people } from '../../server/demo/people.ts';
import { signInByApi } from './harness/api.ts';
import { button, confirm, openChat, writePost } from './harness/chat.ts';
import { expectGone, expectLevel, expectScreen, expectShown, expectSoon, seen } from './harness/expectations.ts';
import { loginOf, signIn, submitLogin } from './harness/people.ts';
import { keptThumbnails } from './harness/photos.ts';
import { setUp } from './harness/set-up.ts';
import { readDatabases } from './harness/storage.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

/** The browser reports every refused request on the console. */
const refused = /^Failed to load resource: .* (401|403) .*\/api\/(users|sync)\b/;

const benId = people.findIndex(({ key }) => key === 'ben') + 1;

describe('what is stored about a person', () => {
  it('is downloaded as one file, pictures included', async () => {
    const { page } = await bench.device();
    const ben = await signInByApi(bench.server, 'ben');
    await ben.call('POST', '/api/post', { content: 'To be taken along', event: 1 });
    await signIn(page, 'ben');
    await page.goto('/#/my-profile');
    const downloaded = page.waitForEvent('download');
    await button(page, t('own_data.download')).click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toBe('event-companion.json');
    const data = JSON.parse(readFileSync(await file.path(), 'utf8')) as { users: { name: string }[]; posts: { content: string }[] };
    expect(data.users).toMatchObject([{ name: 'Ben Okafor' }]);
    expect(data.posts.map(({ content }) => content)).toContain('To be taken along');
  });

  it('cannot be had or erased without network, and says so', async () => {
    const { page, setOffline } = await bench.device();
    await signIn(page, 'anna');
    await page.goto('/#/my-profile');
    await expectLevel(page);
    await expectShown(button(page, t('own_data.download')));
    await setOffline(true);
    await button(page, t('own_data.download')).click();
    await expectShown(page.getByRole('alert').getByText(t('password.no_network')));
  });

  it('is erased with the password: here, on the server, and on the devices of others', async () => {
    const [here, other] = [await bench.device(), await bench.device()];
    here.watch.expect(refused);
    other.watch.expect(refused);
    await signIn(other.page, 'anna');
    await openChat(other.page);
    const { page } = here;
    await signIn(page, 'ben');
    await openChat(page);
    await writePost(page, 'Goes with me');
    await expectShown(other.page.getByText('Goes with me'));
    // Who still asks for one of Ben's pictures when it is gone hears that there is none, which the browser reports.
    const photos = bench.server.query('select id from photos').length;
    for (const device of [here, other]) await expectSoon(() => keptThumbnails(device.page), photos, 30_000);
    await page.goto('/#/my-profile');
    await button(page, t('own_data.leave')).click();
    const form = page.getByRole('form', { name: t('own_data.leave'), exact: true });
    await button(form, t('own_data.leave_now')).click();
    await expectShown(form.getByRole('alert').getByText(t('own_data.choose')));
    await form.getByLabel(t('own_data.shared_delete'), { exact: true }).check();
    await form.getByLabel(t('login.password'), { exact: true }).fill('Wrong-Password-1');
    await button(form, t('own_data.leave_now')).click();
    await confirm(page, t('own_data.leave_now'));
    await expectShown(form.getByRole('alert').getByText(t('wrong_password', { ns: 'errors' })));
    await form.getByLabel(t('login.password'), { exact: true }).fill(loginOf('ben').password);
    await button(form, t('own_data.leave_now')).click();
    await Promise.all([seen(page, t('own_data.left')), confirm(page, t('own_data.leave_now'))]);
    await expectScreen(page, t('login.title'));
    await expectGone(other.page.getByText('Goes with me'));
    const left = await readDatabases(page);
    expect(Object.values(left[`event-companion-${benId}`] ?? {}).flat()).toEqual([]);
    expect(JSON.stringify(left)).not.toContain('Ben Okafor');
    await expectSoon(async () => JSON.stringify(await readDatabases(other.page)).includes('Ben Okafor'), false);
    await submitLogin(page, loginOf('ben').email, loginOf('ben').password);
    await expectShown(page.getByRole('alert').getByText(t('login_error_username_password')));
  });
});
