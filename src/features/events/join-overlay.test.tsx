import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { apiAnswer, eventId, userId } from '#tests/fixtures/device.ts';
import { mill } from '#tests/fixtures/screens/invited-event.ts';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Ports } from '#sync/device/ports.ts';
import { JoinOverlay } from './join-overlay.tsx';

const token = { success: true, token: 't', userId, expiresIn: 3_600 };

let db: EventDatabase;
let requests: { path: string; body: unknown }[];
const onClose = vi.fn<() => void>();

const toasts = setUpScreen('participant', (device) => {
  db = device;
  requests = [];
  onClose.mockClear();
});

/** Opens the overlay with these answers of the server; other paths have no network. */
function open(answers: Record<string, () => Response | Promise<Response>>): void {
  const fetch: Ports['fetch'] = async (path, { body }) => {
    if (path === '/api/users/refresh') return apiAnswer(200, token);
    requests.push({ path, body: typeof body === 'string' ? JSON.parse(body) : null });
    const answer = answers[path];
    if (!answer) throw new TypeError('no network');
    return answer();
  };
  show(db, <JoinOverlay code=" MILL " onClose={onClose} />, { fetch });
}

const found = { '/api/event/by-code/MILL': () => apiAnswer(200, mill) };
const button = (name: string) => screen.findByRole('button', { name });

/** Stops the clock, because real time would pass too fast on a slow machine. */
async function withStandingClock(work: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await work().finally(() => vi.useRealTimers());
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Waits until the text is rendered and effects have run, without timers, which Testing Library needs. */
async function drawn(words: string | RegExp): Promise<void> {
  while (!screen.queryByText(words)) await act(() => new Promise((resolve) => setImmediate(resolve)));
}

describe('an invitation', () => {
  test('shows its event with dates in the zone of the event', async () => {
    open(found);
    await screen.findByRole('dialog', { name: 'The mill' });
    expect(screen.getByText('A weekend')).toBeTruthy();
    // Half past midnight in Berlin.
    expect(screen.getByText(/^August 2\s*–\s*3, 2026$/)).toBeTruthy();
  });

  test('shows until when personal data is kept', async () => {
    open({ '/api/event/by-code/MILL': () => apiAnswer(200, { ...mill, endDate: '2026-08-03T22:30:00Z', keptDays: 14 }) });
    // Half past midnight in Berlin.
    expect(await screen.findByText(/kept until Tuesday, August 18, 2026/)).toBeTruthy();
  });

  test('is accepted with its code, and reports an event that cannot be loaded yet', async () => {
    open({ ...found, '/api/event/2/switch': () => apiAnswer(200, { success: true }) });
    await user.click(await button('Join'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(requests.find(({ path }) => path === '/api/event/2/switch')?.body).toEqual({ eventCode: 'MILL' });
    expect(toasts).toHaveBeenCalledExactlyOnceWith('You’re now in The mill. It loads as soon as you’re online.');
  });

  test('cannot be accepted twice or closed while the server is asked', async () => {
    let answer: (response: Response) => void = () => {};
    open({ ...found, '/api/event/2/switch': () => new Promise((resolve) => void (answer = resolve)) });
    await user.click(await button('Join'));
    const busy = await button('Joining…');
    expect([busy, await button('Cancel')].map((each) => (each as HTMLButtonElement).disabled)).toEqual([true, true]);
    await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/switch'))).toBe(true));
    act(() => answer(apiAnswer(410, { error: 'event_over', message: '' })));
    await screen.findByText(/Couldn’t join.*This event is over/);
    expect(onClose).not.toHaveBeenCalled();
  });

  test('switches a member to the event without joining again', async () => {
    const me = (await db.mirror('me').get(userId))!;
    await db.mirror('me').update(userId, { memberships: [...me.memberships, { eventId: 2, role: 'participant' }] });
    open({ ...found, '/api/event/2/switch': () => apiAnswer(200, { success: true }) });
    await screen.findByText(/You can switch without a code/);
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
    await user.click(await button('Switch to event'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  test('offers only the home screen if its event is open', async () => {
    const home = 'Go to home';
    open({ '/api/event/by-code/MILL': () => apiAnswer(200, { ...mill, eventId }) });
    await screen.findByText('You’re already in this event.');
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([home]);
    await user.click(await button(home));
    expect(onClose).toHaveBeenCalledOnce();
    expect(requests.map(({ path }) => path)).not.toContain(`/api/event/${eventId}/switch`);
  });

  test('names the current event, and changes nothing on Cancel', async () => {
    open(found);
    await screen.findByText(/You stay in Camp,/);
    await user.click(await button('Cancel'));
    expect(onClose).toHaveBeenCalledOnce();
    expect(requests.map(({ path }) => path)).not.toContain('/api/event/2/switch');
  });

  test('stays open after a used code, and requests no other session', async () => {
    open({ ...found, '/api/event/2/switch': () => apiAnswer(401, { error: 'switch_code_wrong', message: '' }) });
    await user.click(await button('Join'));
    await screen.findByText(/^This code doesn’t open the event/);
    expect(onClose).not.toHaveBeenCalled();
    expect(requests.filter(({ path }) => path.endsWith('/switch'))).toHaveLength(1);
  });

  test('reports a missing network, and can be looked up and accepted again', async () => {
    const answers: Parameters<typeof open>[0] = {};
    open(answers);
    await screen.findByText(/No connection/);
    Object.assign(answers, found);
    await user.click(await button('Try again'));
    await user.click(await button('Join'));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/No connection/));
    expect(onClose).not.toHaveBeenCalled();
    answers['/api/event/2/switch'] = () => apiAnswer(200, { success: true });
    await user.click(await button('Join'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  test.each([502, 503, 504])('reports an unreachable server behind a proxy that answers %i, and can be tried again', async (status) => {
    const noServer = /^Can’t reach the server right now/;
    const proxy = () => new Response('<h1>Bad gateway</h1>', { status });
    const answers: Parameters<typeof open>[0] = { '/api/event/by-code/MILL': proxy, '/api/event/2/switch': proxy };
    open(answers);
    await screen.findByText(noServer);
    Object.assign(answers, found);
    await user.click(await button('Try again'));
    await user.click(await button('Join'));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(noServer));
    expect(onClose).not.toHaveBeenCalled();
  });

  test('asks for another try if the server is busy, because nothing is retried automatically', async () => {
    open({ ...found, '/api/event/2/switch': () => apiAnswer(503, { error: 'unavailable', message: '' }) });
    await user.click(await button('Join'));
    const sentence = 'Couldn’t join. Nothing has changed. The server is busy. Try again in a moment.';
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
  });

  test('shows the waiting time after too many wrong codes', async () => {
    open({ '/api/event/by-code/MILL': () => apiAnswer(429, { error: 'too_many_requests', message: '' }, { 'retry-after': '130' }) });
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/Too many attempts\. Try again in 3 min\.$/));
  });

  test('stays open while the server is busy', () =>
    withStandingClock(async () => {
      open({ '/api/event/by-code/MILL': () => apiAnswer(429, { error: 'too_many_requests', message: '' }) });
      await drawn('Try again');
      await pass(60_000);
      expect(onClose).not.toHaveBeenCalled();
    }));

  test('closes after three seconds if its code is invalid, but not without an answer', () =>
    withStandingClock(async () => {
      open({});
      await drawn('Try again');
      await pass(60_000);
      expect(onClose).not.toHaveBeenCalled();
      open({ '/api/event/by-code/MILL': () => apiAnswer(410, { error: 'code_spent', message: '' }) });
      await drawn(/couldn’t be loaded.*already used/);
      await pass(2_999);
      expect(onClose).not.toHaveBeenCalled();
      await pass(1);
      expect(onClose).toHaveBeenCalledOnce();
    }));
});
