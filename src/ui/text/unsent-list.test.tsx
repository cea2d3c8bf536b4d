import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resources } from '#contract/resources.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import { UnsentList } from './unsent-list.tsx';

beforeEach(() => startTexts());
afterEach(cleanup);

const commands = resources.flatMap(({ name, mutations }) => Object.keys(mutations).map((mutation) => [name, mutation] as const));

test.each(commands)('names the command %s.%s', (resource, mutation) => {
  render(<UnsentList unsent={[{ key: 'k', resource, mutation, text: 'the words', at: 0 }]} />);
  const { textContent } = screen.getByRole('listitem');
  expect(textContent).toMatch(/, .+ the words$/);
  expect(textContent).not.toMatch(/, Change the words$|command\./);
});

test('shows an unknown command of an older app as a change', () => {
  render(<UnsentList unsent={[{ key: 'k', resource: 'tents', mutation: 'pitch', text: 'the words', at: 0 }]} />);
  expect(screen.getByRole('listitem').textContent).toMatch(/, Change the words$/);
});
