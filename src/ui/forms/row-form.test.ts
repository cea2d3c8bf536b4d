import { expect, test } from 'vitest';
import { changedFields, rowForm } from './row-form.ts';

interface Row {
  title: string;
  content: string;
}
const valuesOf = (row: Row | null): Row => ({ title: row?.title ?? '', content: row?.content ?? '' });
const row: Row = { title: 'Rain', content: 'Bring boots' };

test('what is typed is kept as text and is there again', () => {
  const draft = rowForm(row, '', valuesOf).with({ title: 'Storm' });
  const form = rowForm(row, draft, valuesOf);
  expect(form).toMatchObject({ values: { title: 'Storm', content: 'Bring boots' }, dirty: true });
});

test('what is typed back leaves nothing to save', () => {
  const draft = rowForm(row, '', valuesOf).with({ title: 'Storm' });
  expect(rowForm(row, draft, valuesOf).with({ title: 'Rain' })).toBe('');
});

test('while nothing is typed the form follows the row; after that it stays on what the person saw', () => {
  const newer = { title: 'Sun', content: 'Bring hats' };
  expect(rowForm(newer, '', valuesOf)).toMatchObject({ base: newer, values: newer, dirty: false });
  const draft = rowForm(row, '', valuesOf).with({ title: 'Storm' });
  expect(rowForm(newer, draft, valuesOf)).toMatchObject({ base: row, values: { title: 'Storm', content: 'Bring boots' } });
});

test('a draft that cannot be read is none', () => {
  expect(rowForm(row, '{', valuesOf)).toMatchObject({ values: row, dirty: false });
});

test('only fields with another value are changed fields', () => {
  expect(changedFields({ title: 'Rain', content: 'x' }, row)).toEqual({ content: 'x' });
});
