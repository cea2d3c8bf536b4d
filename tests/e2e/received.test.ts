import { describe, expect, it } from 'vitest';
import { expectSent, postField, submitPost } from './harness/chat.ts';
import { expectLevel, expectScreen, expectShown, expectSoon } from './harness/expectations.ts';
import { loginOf, signIn, submitLogin, workerReady } from './harness/people.ts';
import { expectSentPhoto, preview, snapshotFile, submit } from './harness/photos.ts';
import { share } from './harness/share.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp();

describe('content that another app shares', () => {
  it('lands without network in the drafts of chat and photos, and is sent later', async () => {
    const { page, setOffline } = await bench.device({ worker: true });
    await signIn(page, 'anna');
    await expectLevel(page);
    await workerReady(page);
    await setOffline(true);
    await share(page, { title: 'The lake', text: 'https://lake.example' });
    await expectScreen(page, t('chat.title'));
    await expectSoon(() => postField(page).inputValue(), 'The lake\nhttps://lake.example');

    await share(page, { text: 'Sunset over the lake' }, await snapshotFile());
    await expectScreen(page, t('received.title'));
    await page.getByRole('button', { name: new RegExp(`^${t('photos.title')}`) }).click();
    await expectScreen(page, t('photos.title'));
    await expectShown(preview(page));
    const description = page.getByLabel(t('photo_upload.description'), { exact: true });
    await expectSoon(() => description.inputValue(), 'Sunset over the lake');

    await setOffline(false);
    await submit(page, 'Sunset over the lake');
    await expectSentPhoto(page, 'Sunset over the lake');
    await page.goto('/#/chat');
    await expectSoon(() => postField(page).inputValue(), 'The lake\nhttps://lake.example');
    await submitPost(page);
    await expectSent(page, 'The lake\nhttps://lake.example');
  });

  it('waits for the sign-in, and a server without the worker leads to the app', async () => {
    const { page } = await bench.device({ worker: true });
    await page.goto('/');
    await expectScreen(page, t('login.title'));
    await workerReady(page);
    await share(page, { text: 'Before the sign-in' });
    await expectScreen(page, t('login.title'));
    const { email, password } = loginOf('anna');
    await submitLogin(page, email, password);
    await expectScreen(page, t('chat.title'));
    await expectSoon(() => postField(page).inputValue(), 'Before the sign-in');

    const { page: other } = await bench.device();
    await signIn(other, 'ben');
    await share(other, { text: 'Lost' });
    await expectShown(other.getByRole('heading', { name: t('received.nothing') }));
    expect(new URL(other.url()).hash).toBe('#/shared/lost');
  });
});
