import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isWhole } from './use-last-screen.ts';

test.each([
  ['a dialog', <div key="" role="dialog" aria-modal="true" />, false],
  ['a question', <div key="" role="alertdialog" />, false],
  ['a menu', <div key="" role="menu" />, false],
  ['a message at the edge', <div key="" role="dialog" aria-modal="false" />, true],
])('decides for a home screen below %s if it is stored', (_what, overlay, isStored) => {
  render(overlay);
  expect(isWhole()).toBe(isStored);
});
