import { expect, test } from 'vitest';
import { type FirstStepFacts, type FirstStepName, firstSteps } from './first-steps.ts';

const nothing: FirstStepFacts = {
  hasPicture: false,
  entries: 0,
  announcements: { live: 0, drafts: 0 },
  modules: { on: 19, changed: false },
  codes: { count: 0, used: 0 },
  members: 1,
  off: new Set(),
  opened: new Set(),
};
const doneWith = (part: Partial<FirstStepFacts>): FirstStepName[] =>
  firstSteps({ ...nothing, ...part })
    .filter(({ done }) => done)
    .map(({ name }) => name);

test('lists the steps in the order of the first hour, with none done in an empty event', () => {
  expect(firstSteps(nothing).map(({ name }) => name)).toEqual(['picture', 'schedule', 'announcement', 'modules', 'codes', 'invitation']);
  expect(doneWith({})).toEqual([]);
});

test.each<[Partial<FirstStepFacts>, FirstStepName]>([
  [{ hasPicture: true }, 'picture'],
  [{ entries: 1 }, 'schedule'],
  [{ announcements: { live: 1, drafts: 0 } }, 'announcement'],
  [{ modules: { on: 18, changed: true } }, 'modules'],
  [{ opened: new Set(['modules']) }, 'modules'],
  [{ codes: { count: 1, used: 0 } }, 'codes'],
  [{ members: 2 }, 'invitation'],
  [{ opened: new Set(['invitation']) }, 'invitation'],
])('counts a step as done by %o: %s', (part, name) => {
  expect(doneWith(part)).toEqual([name]);
});

test('does not count an announcement that is only a draft', () => {
  expect(doneWith({ announcements: { live: 0, drafts: 3 } })).toEqual([]);
});

test('leaves out steps to modules that are off', () => {
  const names = firstSteps({ ...nothing, off: new Set(['announcements', 'share']) }).map(({ name }) => name);
  expect(names).toEqual(['picture', 'schedule', 'modules', 'codes']);
});
