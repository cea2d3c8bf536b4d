import { expect, test, vi } from 'vitest';
import { type Notice, noticeOf, onPush, openFrom } from './push.ts';

const origin = 'https://camp.example';
const message = (notification: object): string => JSON.stringify({ web_push: 8030, notification });

test('a notification has the text, language and address of its message', () => {
  const { title, options } = noticeOf(
    message({ title: 'Regen', body: 'Alle ins Zelt', navigate: '/#/announcements', lang: 'de', tag: 'announcement-1' }),
    origin,
  );
  expect(title).toBe('Regen');
  expect(options).toMatchObject({ body: 'Alle ins Zelt', lang: 'de', tag: 'announcement-1', data: { url: `${origin}/#/announcements` } });
  expect(options.badge).toBe('/icons/badge-96.png');
});

test.each([undefined, '', 'no JSON', 'null', '7', '{}', message({ title: 7, body: null })])(
  'the unreadable message %o still shows a notification',
  (text) => {
    const { title, options } = noticeOf(text, origin);
    expect(title).toBe('Event Companion');
    expect(options.data.url).toBe(`${origin}/`);
  },
);

test.each([
  'https://evil.example/',
  '//evil.example',
  'javascript:alert(1)',
  'https://camp.example.evil.example/',
  'data:text/html,x',
  7,
  {},
])('a click on a message with the address %o opens the app', (navigate) => {
  expect(noticeOf(message({ title: 'x', navigate }), origin).options.data.url).toBe(`${origin}/`);
});

test.each<[string, () => Promise<number | null>, title: string, ends: number]>([
  ['its person', async () => 7, 'Regen', 0],
  ['nobody, and ends the subscription', async () => null, 'Event Companion', 1],
  ['an unknown person', async () => Promise.reject(new Error('storage')), 'Event Companion', 0],
])('a push shows its message to %s', async (_whom, signedIn, title, ends) => {
  const show = vi.fn<(notice: Notice) => Promise<void>>(async () => {});
  const unsubscribe = vi.fn<() => Promise<void>>(async () => {});
  const mark = vi.fn<() => Promise<void>>(async () => {});
  await onPush({ text: message({ title: 'Regen', body: 'Alle ins Zelt' }), origin }, { signedIn, show, unsubscribe, mark });
  expect(show).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ title }));
  expect(show.mock.calls[0]?.[0].options.body).toBe(title === 'Regen' ? 'Alle ins Zelt' : '');
  expect(unsubscribe).toHaveBeenCalledTimes(ends);
  expect(mark).toHaveBeenCalledTimes(1 - ends);
});

test('a click opens the app in its own window and leaves other pages of this origin alone', async () => {
  const windowAt = (path: string) => ({
    url: `${origin}${path}`,
    focused: path !== '/',
    focus: vi.fn<() => Promise<void>>(async () => {}),
    navigate: vi.fn<(url: string) => Promise<void>>(async () => {}),
  });
  const [docs, app] = [windowAt('/docs'), windowAt('/#/chat')];
  const openWindow = vi.fn<(url: string) => Promise<void>>(async () => {});
  await openFrom({ url: `${origin}/#/meetups` }, { matchAll: async () => [docs, app], openWindow });
  expect([docs.navigate.mock.calls, app.navigate.mock.calls, openWindow.mock.calls]).toEqual([[], [[`${origin}/#/meetups`]], []]);
  await openFrom({ url: `${origin}/#/meetups` }, { matchAll: async () => [docs], openWindow });
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/#/meetups`);
});
