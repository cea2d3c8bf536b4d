import { expect, test } from 'vitest';
import { tabAt } from './tab-bar.tsx';

const tabs = [
  { path: '/statistics', label: 'High scores' },
  { path: '/statistics/counter', label: 'My counters' },
] as const;

test.each([
  ['/statistics', 'High scores'],
  ['/statistics/counter', 'My counters'],
  ['/statistics/elsewhere', 'High scores'],
])('the path %s selects the tab %s', (path, label) => {
  expect(tabAt(tabs, path).label).toBe(label);
});
