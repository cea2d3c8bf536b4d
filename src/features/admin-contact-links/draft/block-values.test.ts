import { expect, test } from 'vitest';
import { type BlockValues, isUntouched, newLink, readBlock, valuesOf } from './block-values.ts';

const link = { key: 0, name: 'Web', url: 'https://camp.example/' };
const filled: BlockValues = { title: 'Kitchen', subtitle: null, links: [link] };

test('returns only links with a name and an address, trimmed', () => {
  const links = [
    { ...link, name: ' Web ' },
    { key: 1, name: ' ', url: link.url },
    { key: 2, name: 'Phone', url: '' },
    newLink('New link', [link]),
  ];
  const read = readBlock({ title: ' Kitchen ', subtitle: '  ', links });
  expect(read).toEqual({ kind: 'args', args: { title: 'Kitchen', subtitle: null, links: [{ name: 'Web', url: link.url }] } });
});

test.each<[Partial<BlockValues>, object]>([
  [{ title: ' ' }, { 'x-title': 'title' }],
  [{ links: [{ ...link, url: 'camp' }] }, { 'x-url-0': 'url' }],
  [{ links: [link, { key: 7, name: 'Bad', url: 'javascript:alert(1)' }] }, { 'x-url-7': 'url' }],
  [{ links: [{ ...link, name: '' }] }, { 'x-name-0': 'links' }],
  [{ links: [newLink('New link', [])] }, { 'x-url-0': 'links' }],
])('refuses %o: %o', (part, wrong) => {
  expect(readBlock({ ...filled, ...part }, 'x-')).toEqual({ kind: 'wrong', wrong });
});

test('gives a new link a name, the start of an address, and a key that is unique in the block', () => {
  expect(newLink('New link', [link, { ...link, key: 4 }])).toEqual({ key: 5, name: 'New link', url: 'https://' });
  expect(valuesOf({ links: [link, link] }).links.map(({ key }) => key)).toEqual([0, 1]);
});

test('treats a new block as untouched until anything is filled in', () => {
  const fresh = { ...valuesOf(null), links: [newLink('New link', [])] };
  const touched = [{ title: 'K' }, { subtitle: 'S' }, { links: [{ ...link, url: '' }] }, { links: [{ ...link, name: 'New link' }] }];
  expect([fresh, { ...fresh, subtitle: '' }, { ...fresh, links: [] }].map((block) => isUntouched(block, 'New link'))).toEqual([
    true,
    true,
    true,
  ]);
  for (const part of touched) expect(isUntouched({ ...fresh, ...part }, 'New link')).toBe(false);
});
