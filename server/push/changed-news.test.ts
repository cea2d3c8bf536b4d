import { afterEach, beforeEach, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { announcer } from '#tests/fixtures/messages/announcer.ts';
import type { LocalPushService } from '#tests/fixtures/messages/push-service.ts';
import { closePushWorld, openPushWorld } from '#tests/fixtures/messages/push-world.ts';
import type { World } from '#tests/fixtures/world.ts';
import { claimJobs, nextJobAt } from '../store/push/push-jobs.ts';
import { settleJobs } from '../store/push/push-results.ts';
import { sqlOf } from '../store/core/handles.ts';

let world: World;
let service: LocalPushService;
beforeEach(async () => void ({ world, service } = await openPushWorld()));
afterEach(() => closePushWorld({ world, service }));

const { subscribe, draft, activate, deliver, arrived, states } = announcer(() => ({ world, service }));

test('an announcement is pushed once, however often and by however many it is activated', async () => {
  await subscribe('author');
  const path = await draft();
  await Promise.all([activate(path), activate(path, 'admin'), activate(path), activate(path, 'admin')]);
  await deliver();
  await world.call('orga', 'POST', `${path}/deactivate`);
  await activate(path, 'admin');
  await Promise.all([deliver(), deliver(), deliver()]);
  expect(arrived()).toEqual(['author']);
});

test('a withdrawn announcement is not pushed until it is published again, then with its current text', async () => {
  await subscribe('author', service.device('phone'), 'de');
  await subscribe('participant', service.device('tablet'));
  service.answerWith('tablet', 503);
  const path = await draft({ title: 'Gewitter' });
  await activate(path);
  await world.call('orga', 'POST', `${path}/deactivate`);
  await deliver();
  expect(service.delivered).toEqual([]);
  expect(await nextJobAt(world.store.reading)).toBeNull();

  await activate(path);
  await deliver();
  expect(arrived()).toEqual(['phone', 'tablet']);
  // A push that waits for a retry is withdrawn, too.
  await world.call('orga', 'POST', `${path}/deactivate`);
  service.answers.clear();
  world.clock.time += 5 * times.minute;
  await deliver();
  expect(arrived()).toEqual(['phone', 'tablet']);
  await world.call('orga', 'PUT', path, { body: { title: 'Sturm' } });
  await activate(path, 'admin');
  await deliver();
  const titles = service.delivered.map(({ device, payload }) => `${device}: ${payload.notification.title}`);
  expect(titles).toEqual(expect.arrayContaining(['phone: Ankündigung: Gewitter', 'tablet: Announcement: Sturm']));
  expect(titles).toHaveLength(3);
  expect(await states()).toEqual(['sent', 'sent']);
});

test('a deleted announcement, as after a restore, is not pushed', async () => {
  await subscribe('author');
  await activate(await draft());
  await sqlOf(world.store.reading).deleteFrom('announcements').execute();
  await deliver();
  expect(service.delivered).toEqual([]);
});

test('an edit before the push is sent changes its text', async () => {
  await subscribe('author');
  const path = await draft({ title: 'Gewiter' });
  await activate(path);
  await world.call('orga', 'PUT', path, { body: { title: 'Gewitter' } });
  await deliver();
  expect(service.delivered.map(({ payload }) => payload.notification.title as string)).toEqual(['Announcement: Gewitter']);
});

test('an edit during a push changes the text of the next try', async () => {
  await subscribe('author');
  const path = await draft({ title: 'Gewiter' });
  await activate(path);
  const [job] = await world.store.write([], (trx) => claimJobs(trx, { now: world.clock.now(), lease: times.minute, limit: 1 }));
  await world.call('orga', 'PUT', path, { body: { title: 'Gewitter' } });
  await world.store.write([], (trx) => settleJobs(trx, [{ job: job!, result: { retryAt: world.clock.now() }, isAnswered: true }]));
  await deliver();
  expect(service.delivered.map(({ payload }) => payload.notification.title as string)).toEqual(['Announcement: Gewitter']);
});

test('a failed activation pushes nothing', async () => {
  await subscribe('author');
  const path = await draft();
  expect((await world.call('participant', 'POST', `${path}/activate`)).status).toBe(404);
  const stale = await world.call('orga', 'POST', `${path}/activate`, { headers: { 'if-match': '"7"' } });
  expect(stale.status).toBe(412);
  expect(await states()).toEqual([]);
});
