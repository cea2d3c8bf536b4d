import { expect, it } from 'vitest';
import { operate } from '../torture/harness/server-process.ts';
import { samplePicture } from '../conformance/samples.ts';
import { button } from './harness/chat.ts';
import { expectLevel, expectScreen, expectShown } from './harness/expectations.ts';
import { workerReady, submitLogin } from './harness/people.ts';
import { setUp } from './harness/set-up.ts';
import { t } from './harness/texts.ts';

const bench = setUp({}, 'nothing');

const admin = { email: 'ada@example.org', password: 'Seeufer-2026-Nacht' };
const title = 'Sommercamp am Weiher';

it('an empty directory becomes an event, and a person registers by its link and reads it without network', async () => {
  const { output, code } = await operate(
    'create-admin',
    ['--email', admin.email, '--name', 'Ada'],
    bench.server.dataDir,
    `${admin.password}\n`,
  );
  expect([code, output]).toEqual([0, expect.stringContaining('is a global admin now')]);

  const { page } = await bench.device();
  await page.goto('/');
  await submitLogin(page, admin.email, admin.password);
  await expectScreen(page, t('first_event.title'));
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field(t('event_form.title')).fill(title);
  await field(t('event_form.start')).fill('2126-07-01T10:00');
  await field(t('event_form.end')).fill('2126-07-05T14:00');
  const [, base64] = samplePicture.split(',') as [string, string];
  await page
    .locator('main input[type=file]')
    .first()
    .setInputFiles({ name: 'header.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') });
  await expectShown(page.getByAltText(t('picture_input.preview')));
  await button(page, t('admin_events.create')).click();

  await expectScreen(page, t('first_steps.title'));
  await expectLevel(page);
  await page
    .getByRole('link', { name: t('first_steps.invitation') })
    .last()
    .click();
  await expectScreen(page, t('share.title'));
  const [event] = bench.server.query<{ code: string; picture: string | null }>(
    'select code, header_image as picture from event_codes join events on events.id = event_id',
  );
  expect(event).toMatchObject({
    code: expect.stringMatching(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/),
    picture: expect.stringMatching(/^\/images\/headers\//),
  });
  const link = `${bench.server.origin}/#code=${event!.code}`;
  await expectShown(page.getByText(link, { exact: true }));

  const second = await bench.device({ worker: true });
  const own = (label: string) => second.page.getByLabel(label, { exact: true });
  await second.page.goto(link);
  await expectScreen(second.page, t('register.title'));
  await own(t('register.email')).fill('ben@example.org');
  await own(t('register.password')).fill('Seeufer-2027-Nacht');
  await own(t('register.confirm_password')).fill('Seeufer-2027-Nacht');
  await button(second.page, t('register.submit')).click();
  await expectScreen(second.page, title);
  await expectLevel(second.page);
  await workerReady(second.page);
  await second.setOffline(true);
  await second.page.reload();
  await expectScreen(second.page, title);
  await second.page.goto('/#/schedule');
  await expectScreen(second.page, t('schedule.title'));
});
