import { expect, test } from 'vitest';
import { noticeOf } from './push.ts';

const origin = 'https://camp.example';
const message = (notification: object): string => JSON.stringify({ web_push: 8030, notification });

test('the notification says what the message says, in its language, and leads where it points', () => {
  const { title, options } = noticeOf(
    message({ title: 'Regen', body: 'Alle ins Zelt', navigate: '/#/announcements', lang: 'de', tag: 'announcement-1' }),
    origin,
  );
  expect(title).toBe('Regen');
  expect(options).toMatchObject({ body: 'Alle ins Zelt', lang: 'de', tag: 'announcement-1', data: { url: `${origin}/#/announcements` } });
});

test.each([undefined, '', 'no JSON', 'null', '7', '{}', message({ title: 7, body: null })])('%o still shows one', (text) => {
  const { title, options } = noticeOf(text, origin);
  expect(title).toBe('Event Companion');
  expect(options.data.url).toBe(`${origin}/`);
});

test.each([
  'https://evil.example/',
  '//evil.example',
  'javascript:alert(1)',
  'https://camp.example.evil.example/',
  'data:text/html,x',
  7,
  {},
])('a click on a message that points to %o stays with us', (navigate) => {
  expect(noticeOf(message({ title: 'x', navigate }), origin).options.data.url).toBe(`${origin}/`);
});
