import { expect } from 'vitest';
import { times } from '#contract/times.ts';
import type { EventServer } from '../e2e/harness/server.ts';
import type { ScreenPath } from '../e2e/harness/screens.ts';
import { t } from '../e2e/harness/texts.ts';
import { compareScreens, type Viewer } from './harness/alike.ts';
import type { Person } from './harness/person.ts';
import { playTogether, type Stage } from './harness/stage.ts';

const ofEvent = 'Europe/Berlin';
const screens: readonly ScreenPath[] = ['home', 'meetups', 'admin/event-schedule'];

/** The app shows the device's time next to the event's, and a form names the zone, if they differ. */
const ignored = [
  '\\d+[smh] ago',
  t('schedule.your_time', { time: '.*' }),
  t('wall_clock.zone', { zone: ofEvent }).replaceAll(/[().]/g, String.raw`\$&`),
];

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Returns the last Sunday of next year's October, whose night has an hour twice. */
function longSunday(): number {
  const end = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 9, 31));
  return end.getTime() - end.getUTCDay() * times.day;
}
const sunday = longSunday();
const days = [-1, 0, 1, 2, 3].map((number) => dayOf(sunday + number * times.day));
const night = 'Night watch';

/** Moves the demo event so that its first night is the long one, with an entry in it. */
async function moveToLongNight(server: EventServer): Promise<void> {
  await server.stop();
  const [event] = server.query<{ start: string }>('select start_date as start from events where id = 1');
  const shift = `+${(sunday - times.day - Date.parse(event!.start.slice(0, 10))) / times.day} days`;
  const moved = (field: string): string => `${field} = strftime('%Y-%m-%dT%H:%M:%fZ', ${field}, ?)`;
  server.change(`update events set ${moved('start_date')}, ${moved('end_date')} where id = 1`, shift, shift);
  server.change(`update schedule_entries set ${moved('start_date')}, ${moved('end_date')} where event_id = 1`, shift, shift);
  server.change(`update meetups set ${moved('start_date')} where event_id = 1`, shift);
  server.change(`update calendar_events set ${moved('start_time')}, ${moved('end_time')}`, shift, shift);
  // From 1:30 in summer time to 2:30 in winter time: two hours.
  const [from, to] = [`${days[0]}T23:30:00.000Z`, `${days[1]}T01:30:00.000Z`];
  server.change(
    'update schedule_entries set title = ?, start_date = ?, end_date = ? where id = (select max(id) from schedule_entries where event_id = 1)',
    night,
    from,
    to,
  );
  await server.start();
}

async function arrive({ start, open }: Stage, timeZone: string): Promise<Person> {
  const person = await open(await start(timeZone, { timeZone }));
  await person.open('/');
  await person.signIn('orga');
  expect(await person.window.run(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(timeZone);
  return person;
}

for (const zone of ['Asia/Tokyo', 'America/Los_Angeles']) {
  playTogether(`shows days and times of an event in Berlin over a long night in ${zone}`, async (stages) => {
    await Promise.all(stages.map(({ server }) => moveToLongNight(server)));
    const inZone = async (stage: Stage, timeZone: string): Promise<Viewer> => {
      return { name: `${stage.engine} in ${timeZone}`, person: await arrive(stage, timeZone) };
    };
    const [measure, ...others] = await Promise.all([inZone(stages[0]!, ofEvent), ...stages.map((stage) => inZone(stage, zone))]);
    const found: string[] = [];
    const compare = async (screen: string, act: (person: Person) => Promise<void>): Promise<readonly string[]> => {
      found.push(...(await compareScreens([measure, ...others], act, ignored)).map((line) => `${screen} ${line}`));
      return (await measure.person.describe(ignored)).words;
    };
    for (const path of screens) await compare(path, (person) => person.openScreen(path));
    // In the current month the calendar would open at the device's own day.
    const month = days[1]!.slice(0, 7);
    await compare('month', (person) => person.openScreen('calendar-events', `/${month}`));
    await compare('list', (person) => person.openScreen('calendar-events/list', `/${month}`));

    const schedule = await compare('schedule', (person) => person.openScreen('schedule'));
    expect(schedule.filter((text) => /^\d{4}-\d\d-\d\d$/.test(text))).toEqual(days);
    const long = schedule.slice(schedule.indexOf(days[1]!), schedule.indexOf(days[2]!));
    expect(long.slice(long.indexOf('01:30'), long.indexOf(night) + 1)).toEqual(['01:30', '–', '02:30', night]);

    await compare('move a day', async (person) => {
      await person.openScreen('admin/event-schedule');
      await person.tap('button', t('admin_schedule.more'));
      await person.tap('button', t('admin_schedule.move.title'));
    });
    const moved = await compare('move a day to the long one', (person) => person.setDate(t('admin_schedule.move.to'), days[1]!));
    expect(moved).toContain(days[1]);
    expect(found).toEqual([]);
  });
}
