import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { StartError } from '../config.ts';
import { terminalPrompt } from './prompt.ts';

test.each(['ask', 'askHidden'] as const)('%s rejects with one line if the input ends', async (kind) => {
  const input = new PassThrough();
  const prompt = terminalPrompt(input, new PassThrough());
  const answer = prompt[kind]('Password');
  input.end();
  await expect(answer).rejects.toEqual(new StartError('The input ended. Nothing was changed.'));
  prompt.close();
});

test('askHidden does not show the typed text', async () => {
  const [input, screen] = [new PassThrough(), new PassThrough()];
  const prompt = terminalPrompt(input, screen);
  const answer = prompt.askHidden('Password');
  input.write('Seeufer-2026\n');
  expect(await answer).toBe('Seeufer-2026');
  prompt.close();
  expect(String(screen.read())).not.toContain('Seeufer');
});
