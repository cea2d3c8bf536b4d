import { expect, test } from 'vitest';
import { auditPath, everything } from './audit-query.ts';

const queryOf = (path: string) => Object.fromEntries(new URLSearchParams(path.split('?')[1]));

test('omits filters that are not set', () => {
  expect(auditPath(everything, null, 1)).toBe('/api/admin/audit?page=1');
});

test('sends days of the time zone of the device, from the start of the first to the end of the last', () => {
  const { from, to } = queryOf(auditPath({ ...everything, from: '2026-11-21', to: '2026-12-31' }, null, 2));
  expect([from, to]).toEqual([new Date(2026, 10, 21).toISOString(), new Date(2027, 0, 1).toISOString()]);
});

test('ignores a half-typed day', () => {
  expect(queryOf(auditPath({ ...everything, from: '0002-', to: '120260-01-01' }, 7, 1))).toEqual({ page: '1', user: '7' });
});
