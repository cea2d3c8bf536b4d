import { expect, test } from 'vitest';
import { linksIn } from './links.ts';

const linked = (text: string) => linksIn(text).flatMap((part) => (part.href === undefined ? [] : [[part.text, part.href]]));

test.each([
  ['See https://example.org/plan?x=1#a, please.', 'https://example.org/plan?x=1#a', undefined],
  ['(https://example.org/Foo_(bar))', 'https://example.org/Foo_(bar)', undefined],
  ['At www.example.org/x.', 'www.example.org/x', 'https://www.example.org/x'],
  ['https://exämple.example/ü…', 'https://exämple.example/ü', undefined],
  ['Ask anna@demo.example!', 'anna@demo.example', 'mailto:anna@demo.example'],
  ['mailto:anna@demo.example', 'mailto:anna@demo.example', undefined],
  ['Call tel:+49 170 1234567, or not', 'tel:+49 170 1234567', 'tel:+491701234567'],
  ['"https://example.org"onmouseover=alert(1)', 'https://example.org', undefined],
])('finds one link in %j', (text, shown, href) => {
  expect(linked(text)).toEqual([[shown, href ?? shown]]);
});

test.each([
  'javascript:alert(1) data:text/html,x vbscript:x blob:https: file:///etc ftp://example.org //example.org geo:1,2 sms:1',
  'At 8.Am we meet, z.B.hier, www. and tel: too',
  '',
])('finds no link in %j', (text) => {
  expect(linked(text)).toEqual([]);
});

test('the parts joined are the text', () => {
  const text = 'a https://one.example b\nwww.two.example c@three.example.';
  expect(
    linksIn(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
  expect(linked(text)).toHaveLength(3);
});
