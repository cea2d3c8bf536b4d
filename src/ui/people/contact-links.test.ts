import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTier } from '#tests/setup/tier.ts';
import { contactKinds, contactLinks } from './contact-links.ts';

// Phones with iOS 16 have no `URL.parse`.
const { parse } = URL;
beforeAll(() => void Reflect.deleteProperty(URL, 'parse'));
afterAll(() => void Object.assign(URL, { parse }));

const noContact = { email: '', whatsapp: null, instagram: null, linkedin: null };
const link = (kind: (typeof contactKinds)[number], text: string) => contactLinks({ ...noContact, [kind]: text })[kind];

test.each([
  ['email', 'anna@demo.example', 'mailto:anna@demo.example'],
  ['email', 'a?bcc=b@demo.example', 'mailto:a%3Fbcc%3Db@demo.example'],
  ['whatsapp', '+49 170 123-45 67', 'https://wa.me/491701234567'],
  ['whatsapp', '0049 (170) 1234567', 'https://wa.me/491701234567'],
  ['whatsapp', '+49 (0)170 1234567', 'https://wa.me/491701234567'],
  ['whatsapp', '\u202A+49 170 – 1234567\u202C', 'https://wa.me/491701234567'],
  ['whatsapp', 'https://wa.me/491701234567', 'https://wa.me/491701234567'],
  ['instagram', '@anna.l', 'https://www.instagram.com/anna.l'],
  ['instagram', ' anna.l ', 'https://www.instagram.com/anna.l'],
  ['instagram', 'https://instagram.com/anna.l', 'https://instagram.com/anna.l'],
  ['linkedin', 'anna-lindqvist', 'https://www.linkedin.com/in/anna-lindqvist'],
  ['linkedin', 'www.linkedin.com/in/anna', 'https://www.linkedin.com/in/anna'],
] as const)('links the %s %s to %s', (kind, text, expected) => {
  expect(link(kind, text)).toBe(expected);
});

test.each([
  ['email', ''],
  ['email', 'no address'],
  ['whatsapp', 'ask me'],
  ['whatsapp', '  '],
  ['whatsapp', '0170 1234567'],
  ['whatsapp', 'https://['],
  ['instagram', '@'],
  ['linkedin', ''],
] as const)('makes no link from the %s "%s"', (kind, text) => {
  expect(link(kind, text)).toBeNull();
});

test('makes no links without contacts', () => {
  expect(contactLinks(noContact)).toEqual({ email: null, whatsapp: null, instagram: null, linkedin: null });
});

const tricks = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  ' javascript:1',
  'java\nscript:1',
  '//x',
];

test('never makes a link that runs a script', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom(...tricks), fc.webUrl());
  const harmless = (address: string | null): boolean =>
    address === null || ['mailto:', 'https:', 'http:'].includes(new URL(address).protocol);
  fc.assert(
    fc.property(fc.record({ email: text, whatsapp: text, instagram: text, linkedin: text }), (contacts) =>
      Object.values(contactLinks(contacts)).every(harmless),
    ),
    { numRuns: inTier({ gate: 40, full: 2_000 }), seed: 1 },
  );
});
