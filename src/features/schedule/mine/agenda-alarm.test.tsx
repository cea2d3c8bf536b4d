import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attendanceId } from '#contract/rules/own-rows.ts';
import type { OwnEntry } from '#contract/resources/own-entries.ts';
import { eventId, userId } from '#tests/fixtures/device.ts';
import { changeRemotely, setUpScreen, show } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import { AgendaAlarm } from './agenda-alarm.tsx';

let db: EventDatabase;
const toasts = setUpScreen('participant', (device) => (db = device));
beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

const start = Date.parse('2026-07-02T10:00:00.000Z');
const givenOwn = (part: Partial<OwnEntry> = {}) =>
  db.mirror('ownEntries').put({
    id: 'swim',
    version: 1,
    eventId,
    authorId: userId,
    title: 'Swim',
    startDate: new Date(start).toISOString(),
    endDate: new Date(start + 3_600_000).toISOString(),
    place: 'Jetty',
    note: '',
    ...part,
  });
async function givenMeetup(id: string, remindMinutes: number | null): Promise<void> {
  const startDate = new Date(start).toISOString();
  await db.mirror('meetups').put({ id, version: 1, eventId, authorId: userId, title: `Meetup ${id}`, description: '', startDate });
  const answer = { id: attendanceId(id, userId), version: 1, eventId, meetupId: id, userId, isIn: true, remindMinutes };
  await db.mirror('attendances').put(answer);
}

const itIs = (minutesBefore: number): void => void vi.setSystemTime(start - minutesBefore * 60_000);

test('reminds in the open app ten minutes before the start, in the time of the event, and once', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: start - 11 * 60_000, shouldAdvanceTime: true });
  await givenOwn();
  show(db, <AgendaAlarm />);
  await waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  expect(toasts).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  await waitFor(() => expect(toasts.mock.calls).toEqual([['12:00: Swim – Jetty']]));
  await changeRemotely(() => db.mirror('ownEntries').update('swim', { note: 'Towel' }));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(toasts).toHaveBeenCalledTimes(1);
});

test('reminds when the person returns to the app before the start, and not after it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start - 60 * 60_000 });
  await givenOwn();
  show(db, <AgendaAlarm />);
  const comeBack = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));
  itIs(5);
  await waitFor(() => {
    comeBack();
    expect(toasts.mock.calls).toEqual([['12:00: Swim – Jetty']]);
  });
  localStorage.clear();
  itIs(-1);
  comeBack();
  expect(toasts).toHaveBeenCalledTimes(1);
});

test('reminds at the chosen times of own entries and meetups, and not again after another choice', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: start - 31 * 60_000, shouldAdvanceTime: true });
  await givenOwn({ remindMinutes: 30 });
  await givenMeetup('early', 20);
  await givenMeetup('silent', null);
  show(db, <AgendaAlarm />);
  await waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  expect(toasts).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  await waitFor(() => expect(toasts.mock.calls).toEqual([['12:00: Swim – Jetty']]));
  await changeRemotely(() => db.mirror('ownEntries').update('swim', { remindMinutes: 5 }));
  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
  await waitFor(() => expect(toasts.mock.calls.slice(1)).toEqual([['12:00: Meetup early']]));
  await act(() => vi.advanceTimersByTimeAsync(19 * 60_000));
  expect(toasts).toHaveBeenCalledTimes(2);
});
