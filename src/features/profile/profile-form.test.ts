import { expect, test } from 'vitest';
import type { Me } from '#contract/resources/me.ts';
import { changesOf, valuesOf } from './profile-form.ts';

const me: Me = {
  id: 3,
  version: 1,
  email: 'anna@camp.example',
  name: 'Anna',
  image: null,
  role: 'user',
  activeEventId: 1,
  memberships: [],
  whatsapp: '+49 170 1',
  instagram: null,
  linkedin: null,
};

test('omits unchanged values', () => {
  expect(changesOf(valuesOf(me), me)).toEqual({});
  expect(changesOf({ ...valuesOf(me), name: ' Anna ' }, me)).toEqual({});
});

test('sends a removed picture as null if there is one', () => {
  const removed = { ...valuesOf(me), picture: 'removed' as const };
  expect(changesOf(removed, { ...me, image: '/images/people/x.webp' })).toEqual({ image: null });
  expect(changesOf(removed, me)).toEqual({});
});

test('sends changed values trimmed, including cleared contacts', () => {
  expect(changesOf({ ...valuesOf(me), name: ' Anna L. ', whatsapp: '', instagram: 'anna' }, me)).toEqual({
    name: 'Anna L.',
    whatsapp: '',
    instagram: 'anna',
  });
});
