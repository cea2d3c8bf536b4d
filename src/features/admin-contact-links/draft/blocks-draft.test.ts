import { expect, test } from 'vitest';
import type { ContactLinkBlock } from '#contract/resources/contact-links.ts';
import { contactBlock as block } from '#tests/fixtures/organiser.tsx';
import { valuesOf } from './block-values.ts';
import {
  asNewBlock,
  type BlocksDraft,
  draftText,
  withoutEntry,
  moved,
  noDraft,
  orderClash,
  parseDraft,
  type ShownBlock,
  shownBlocks,
  withNew,
  withoutBlock,
  withValues,
} from './blocks-draft.ts';

const [a, b, c] = [block('a', { position: 1 }), block('b', { position: 2 }), block('c', { position: 3 })];
const rows = [a, b, c];
const ids = (of: readonly ContactLinkBlock[], draft: BlocksDraft) => shownBlocks(of, draft).map(({ id }) => id);
const at = (id: string, draft: BlocksDraft = noDraft, of = rows): ShownBlock => shownBlocks(of, draft).find((shown) => shown.id === id)!;
const titled = (row: ContactLinkBlock, title: string): BlocksDraft => withValues(noDraft, at(row.id), { ...valuesOf(row), title });

test('swaps a block with its neighbour, and ignores a move beyond the ends', () => {
  expect(ids(rows, moved(noDraft, rows, 'c', -1))).toEqual(['a', 'c', 'b']);
  expect(ids(rows, moved(noDraft, rows, 'a', -1))).toEqual(['a', 'b', 'c']);
  expect(ids(rows, moved(noDraft, rows, 'c', 1))).toEqual(['a', 'b', 'c']);
});

test('swaps a block with the neighbour that is shown, and skips removed ones', () => {
  const draft = withoutBlock(noDraft, at('b'));
  expect(ids(rows, draft)).toEqual(['a', 'c']);
  expect(ids(rows, moved(draft, rows, 'c', -1))).toEqual(['c', 'a']);
});

test('treats a restored text, a restored order and a removed new block as no draft', () => {
  expect(draftText(withValues(titled(a, 'Other'), at('a', titled(a, 'Other')), valuesOf(a)), rows)).toBe('');
  expect(draftText(moved(moved(noDraft, rows, 'c', -1), rows, 'c', 1), rows)).toBe('');
  const added = moved(withNew(noDraft, 'new', valuesOf(a)), rows, 'new', -1);
  expect(ids(rows, added)).toEqual(['a', 'b', 'new', 'c']);
  expect(draftText(withoutBlock(added, at('new', added)), rows)).toBe('');
});

test('stores a draft as text, and reads invalid text as an empty draft', () => {
  const draft = moved(titled(a, 'Other'), rows, 'c', -1);
  expect(parseDraft(draftText(draft, rows))).toEqual(draft);
  expect([parseDraft(''), parseDraft('{')]).toEqual([noDraft, noDraft]);
});

test('shows new blocks of others after the ordered ones', () => {
  const draft = moved(noDraft, [a, b], 'b', -1);
  expect(ids([a, b, c], draft)).toEqual(['b', 'a', 'c']);
});

test('drops a block that somebody else removed, unless it was changed here', () => {
  const draft = moved(titled(b, 'Other'), rows, 'b', -1);
  expect(ids([b, c], draft)).toEqual(['b', 'c']);
  const gone = at('b', draft, [a, c]);
  expect(gone).toMatchObject({ state: 'gone', values: { title: 'Other' } });
  expect(ids([a, c], withoutEntry(draft, 'b'))).toEqual(['a', 'c']);
  const again = asNewBlock(draft, gone, 'new');
  expect(ids([a, c], again)).toEqual(['new', 'a', 'c']);
  expect(at('new', again, [a, c])).toMatchObject({ state: 'plain', base: null, values: { title: 'Other' } });
});

test('asks about a block that was removed here and changed elsewhere, but not about a new version alone', () => {
  const draft = withoutBlock(noDraft, at('a'));
  const changed = { ...a, version: 2, title: 'Theirs' };
  expect(at('a', draft, [changed, b])).toMatchObject({ state: 'changed', values: { title: 'Theirs' } });
  expect(ids([{ ...a, version: 2 }, b], draft)).toEqual(['b']);
  const insisted = withoutBlock(draft, at('a', draft, [changed, b]));
  expect(ids([changed, b], insisted)).toEqual(['b']);
  expect(at('a', withoutEntry(draft, 'a'), [changed, b])).toMatchObject({ state: 'plain', dirty: false });
});

test('returns an order conflict, but none if others only added, removed, or ordered alike', () => {
  const draft = moved(noDraft, rows, 'c', -1);
  expect(orderClash([b, a, c], draft)).toEqual({ before: ['a', 'b', 'c'], yours: ['a', 'c', 'b'], theirs: ['b', 'a', 'c'] });
  expect(orderClash([a, b, c, block('d')], draft)).toBeNull();
  expect(orderClash([b, c], draft)).toBeNull();
  expect(orderClash([a, c, b], draft)).toBeNull();
  expect(orderClash([b, a, c], noDraft)).toBeNull();
});

test('keeps an order conflict after further moves, and ignores the place of a removed block', () => {
  const draft = moved(moved(noDraft, rows, 'c', -1), [b, a, c], 'c', -1);
  expect(orderClash([b, a, c], draft)).toMatchObject({ before: ['a', 'b', 'c'], theirs: ['b', 'a', 'c'] });
  const without = moved(withoutBlock(noDraft, at('b')), rows, 'c', -1);
  expect(orderClash([b, a, c], without)).toBeNull();
});
