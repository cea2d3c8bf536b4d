import { expect, test } from 'vitest';
import { catalogue } from '../../modules/catalogue.ts';
import { component, menuEntry } from '../../resources/module-definition.ts';
import { epochOf, isStillOf, marksOf } from './cursor.ts';

const added = { id: 99, name: 'lost_items', optional: true, menu_entries: [menuEntry('menu.lost', 'lost', '/lost')], home_components: [] };

test('a module that is added, wherever it is offered, leaves what was read before as it is', () => {
  const [today] = marksOf(catalogue).slice(-1);
  for (const more of [[added, ...catalogue], [...catalogue, added], catalogue.toReversed()]) expect(marksOf(more)).toContain(today);
  expect(marksOf([...catalogue, added]).at(-1)).not.toBe(today);
});

test('a module that is another one, or gone, does not', () => {
  const [today] = marksOf(catalogue).slice(-1);
  const [first, ...rest] = catalogue;
  const changed = { ...first!, home_components: [...first!.home_components, component('clock')] };
  expect(marksOf([changed, ...rest, added])).not.toContain(today);
  expect(marksOf([...rest, added])).not.toContain(today);
});

test('what was read in another history of the database, or by a catalogue that nobody knows, is not of this one', () => {
  expect(isStillOf(epochOf('today'), 'today')).toBe(true);
  // Before its younger modules were added.
  for (const mark of marksOf(catalogue)) expect(isStillOf(`today.${mark}`, 'today')).toBe(true);
  expect(isStillOf(epochOf('restored'), 'today')).toBe(false);
  expect(isStillOf('today.12345678', 'today')).toBe(false);
});
