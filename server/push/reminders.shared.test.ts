import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { times } from '#contract/times.ts';
import { scheduleEntryOf } from '#tests/conformance/organisers-rows.ts';
import { insertRows, markOf, people } from '#tests/fixtures/camp.ts';
import { openSharedCamp, type SharedCamp } from '#tests/fixtures/databases/shared-camp.ts';
import { sqlOf } from '../store/core/handles.ts';
import { agendaHook } from './agenda-hook.ts';
import type { Store } from '../store/store.ts';
import { PushDelivery } from './delivery.ts';
import { queueDueReminders } from './reminders.ts';

const played = { time: 0, now: () => played.time };
const start = Date.UTC(2026, 10, 21, 12);
const deviceCount = 40;
let camp: SharedCamp;
let pushed: string[];
let processes: readonly PushDelivery[];

beforeEach(async () => {
  played.time = start - 30 * times.minute;
  camp = await openSharedCamp(3, played);
  pushed = [];
  const log = { warn: () => {}, error: (details: object, message: string) => expect.fail(`${message} ${JSON.stringify(details)}`) };
  processes = camp.stores.map(
    (store) =>
      new PushDelivery({
        store,
        clock: played,
        log,
        origin: '',
        random: () => 0,
        send: async ({ endpoint }) => {
          pushed.push(endpoint);
          return { kind: 'answered', status: 201, retryAfter: undefined };
        },
      }),
  );
  const own = { user_id: people.participant.id, session_id: 'participant', p256dh: '', auth: '', language: 'en' as const, created_at: 0 };
  const devices = Array.from({ length: deviceCount }, (_, index) => ({ ...own, endpoint: `https://push.example/${index}` }));
  await sqlOf(camp.stores[0]!.reading).insertInto('push_subscriptions').values(devices).execute();
});
afterEach(() => camp.close());

async function givenStarred(): Promise<ScheduleEntry> {
  const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + times.hour).toISOString() };
  const entry = scheduleEntryOf(dates);
  await insertRows(camp.stores[0]!, played, 'schedule', [entry]);
  await insertRows(camp.stores[0]!, played, 'marks', [markOf('participant', entry.id)]);
  return entry;
}

async function remindersQueued(): Promise<number> {
  const jobs = await sqlOf(camp.stores[0]!.reading).selectFrom('push_jobs').select('subject').execute();
  return jobs.filter(({ subject }) => subject.startsWith('reminder-')).length;
}

const sendDue = (): Promise<unknown> => Promise.all(processes.map((delivery) => delivery.sendDue()));

test('three servers that look for due reminders at once remind each device once', async () => {
  await givenStarred();
  played.time = start - 10 * times.minute;
  await sendDue();
  await sendDue();
  expect([pushed.length, new Set(pushed).size]).toEqual([deviceCount, deviceCount]);
});

test('a removal by one server withdraws the reminders that another one has queued', async () => {
  const entry = await givenStarred();
  played.time = start - 10 * times.minute;
  const [queueing, removing] = camp.stores as [Store, Store, Store];
  await queueing.write([], (trx) => queueDueReminders(trx, '', played.now()));
  expect(await remindersQueued()).toBe(deviceCount);
  await removing.write([], async (trx) => {
    await sqlOf(trx).deleteFrom('schedule_entries').where('id', '=', entry.id).execute();
    await agendaHook({ origin: '', wake: () => {} })(trx, [{ resource: 'schedule', rowBefore: entry, rowAfter: null }], played.now());
  });
  await sendDue();
  expect(await remindersQueued()).toBe(0);
  // Each device receives the cancellation.
  expect(pushed).toHaveLength(deviceCount);
});
