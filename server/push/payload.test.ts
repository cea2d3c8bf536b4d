import { expect, test } from 'vitest';
import { announcementOf } from '#tests/fixtures/camp.ts';
import type { AnyDescriptor } from '../resources/definition/descriptor.ts';
import { descriptors } from '../resources/catalogue/descriptors.ts';
import { languages } from '#contract/languages.ts';
import { announcementPayload, newsPayload, payloadOfMany } from './payload.ts';

const payloadOf = (own: Parameters<typeof announcementOf>[0], language: 'en' | 'de' = 'en', origin = 'https://camp.example.org') =>
  JSON.parse(announcementPayload(announcementOf(own), language, origin)) as { web_push: number; notification: Record<string, string> };

test('an announcement becomes a declarative push message in the reader’s language', () => {
  const id = '01a1fd2d-8594-7187-bc2d-d68910e21f69';
  expect(payloadOf({ id, title: 'Feuer', content: 'Nur am\n\nLagerfeuerplatz. ' }, 'de')).toEqual({
    web_push: 8030,
    notification: {
      title: 'Ankündigung: Feuer',
      body: 'Nur am Lagerfeuerplatz.',
      navigate: 'https://camp.example.org/#/announcements',
      lang: 'de',
      tag: `announcement-${id}`,
    },
  });
  expect(payloadOf({ content: ' ' }, 'en', '').notification).toMatchObject({
    title: 'Announcement: Feuer',
    body: 'Open the app to see it.',
    navigate: '/#/announcements',
  });
});

test('placeholders in people’s texts are not replaced', () => {
  expect(payloadOf({ title: '$& {{title}} $1' }).notification['title']).toBe('Announcement: $& {{title}} $1');
});

test('a payload fits the limit of push services, whatever the text', () => {
  for (const letters of ['x', 'ü', '€', '🏕', '"', '\u0001', 'a 🏕 ', 'word ']) {
    for (const language of languages) {
      const long = announcementOf({ title: letters.repeat(5_000).slice(0, 10_000), content: letters.repeat(5_000).slice(1, 10_000) });
      const payload = announcementPayload(long, language, 'https://a-rather-long-name-for-a-server.camp.example.org');
      expect([letters, Buffer.byteLength(payload)]).toEqual([letters, expect.toSatisfy((size: number) => size <= 3_993)]);
      expect(payload.isWellFormed()).toBe(true);
      expect(payload).not.toMatch(/\\ud[89a-f]/i);
    }
  }
});

test('a long text is cut between words', () => {
  expect(payloadOf({ content: 'Abendessen '.repeat(80) }).notification['body']).toMatch(/Abendessen…$/);
});

test('every resource with news has texts in every language', () => {
  const pushed = (descriptors as readonly AnyDescriptor[]).filter(({ news }) => news).map(({ resource }) => resource.name);
  expect(pushed.length).toBeGreaterThan(0);
  const place = { url: '/', topic: 't' };
  for (const resource of pushed) {
    for (const language of languages) {
      const payloads = [newsPayload({ resource, name: 'Ada', text: 'x' }, place, language), payloadOfMany(resource, place, language)];
      expect(payloads.map((payload) => (JSON.parse(payload) as { notification: { title?: string } }).notification.title)).toEqual([
        expect.stringContaining('Ada'),
        expect.stringContaining('{{count}}'),
      ]);
    }
  }
});
