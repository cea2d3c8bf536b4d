import { expect, test } from 'vitest';
import { changedFields, rowForm } from './row-form.ts';

interface Row {
  title: string;
  content: string;
}
const valuesOf = (row: Row | null): Row => ({ title: row?.title ?? '', content: row?.content ?? '' });
const row: Row = { title: 'Rain', content: 'Bring boots' };

test('restores typed values from the stored text', () => {
  const draft = rowForm(row, '', valuesOf).with({ title: 'Storm' });
  const form = rowForm(row, draft, valuesOf);
  expect(form).toMatchObject({ values: { title: 'Storm', content: 'Bring boots' }, dirty: true });
});

test('has no draft when the typed value equals the row again', () => {
  const draft = rowForm(row, '', valuesOf).with({ title: 'Storm' });
  expect(rowForm(row, draft, valuesOf).with({ title: 'Rain' })).toBe('');
});

test('follows the row until something is typed, then keeps the row that the person saw', () => {
  const newer = { title: 'Sun', content: 'Bring hats' };
  expect(rowForm(newer, '', valuesOf)).toMatchObject({ base: newer, values: newer, dirty: false });
  const draft = rowForm(row, '', valuesOf).with({ title: 'Storm' });
  expect(rowForm(newer, draft, valuesOf)).toMatchObject({ base: row, values: { title: 'Storm', content: 'Bring boots' } });
});

test('ignores a draft that cannot be read', () => {
  expect(rowForm(row, '{', valuesOf)).toMatchObject({ values: row, dirty: false });
});

test('changedFields returns only fields with another value', () => {
  expect(changedFields({ title: 'Rain', content: 'x' }, row)).toEqual({ content: 'x' });
});
