import { expect, test } from 'vitest';
import { resources } from './resources.ts';

test.each([
  ['participants', ['meetups', 'attendances', 'posts', 'photos', 'shares']],
  ['readMarks', ['announcements', 'schedule', 'posts', 'photos']],
  ['marks', ['participants']],
])('loads %s before %s', (first, later) => {
  const names = resources.map((resource) => resource.name as string);
  for (const name of later) expect(names.indexOf(first)).toBeLessThan(names.indexOf(name));
});
