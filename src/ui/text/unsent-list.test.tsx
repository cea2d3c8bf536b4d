import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resources } from '../../../contract/resources.ts';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import { UnsentList } from './unsent-list.tsx';

beforeEach(() => startTexts());
afterEach(cleanup);

const commands = resources.flatMap(({ name, mutations }) => Object.keys(mutations).map((mutation) => [name, mutation] as const));

test.each(commands)('%s.%s is called by its name', (resource, mutation) => {
  render(<UnsentList unsent={[{ key: 'k', resource, mutation, text: 'the words', at: 0 }]} />);
  const { textContent } = screen.getByRole('listitem');
  expect(textContent).toMatch(/, .+ the words$/);
  expect(textContent).not.toMatch(/, Change the words$|command\./);
});

test('a command of an older app that is not known any more is a change', () => {
  render(<UnsentList unsent={[{ key: 'k', resource: 'tents', mutation: 'pitch', text: 'the words', at: 0 }]} />);
  expect(screen.getByRole('listitem').textContent).toMatch(/, Change the words$/);
});
