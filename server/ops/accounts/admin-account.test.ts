import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAdmin } from './admin-account.ts';
import type { Prompt } from '../prompt.ts';

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'event-companion-admin-'))));
afterEach(() => rmSync(dataDir, { recursive: true }));

function prompting(answers: string[], isTerminal = true) {
  const shown: string[] = [];
  const answer = async (question: string): Promise<string> => {
    shown.push(question);
    const next = answers.shift();
    if (next === undefined) throw new Error(`nothing answers ${question}`);
    return next;
  };
  const prompt: Prompt = { ask: answer, askHidden: answer, say: (line) => void shown.push(line), isTerminal, close: () => undefined };
  return { prompt, shown };
}

const create = (email: string, prompt: Prompt) => createAdmin({ dataDir, database: null }, { email, name: 'Ada' }, null, prompt);

test('create-admin asks again for a password that is too weak or differs from its repetition', async () => {
  const { prompt, shown } = prompting(['short', 'Seeufer-2026', 'Seeufer-2027', 'Seeufer-2026', 'Seeufer-2026']);
  expect(await create('ada@camp.example', prompt)).toMatch(/^ada@camp\.example is a global admin now\./);
  expect(shown.slice(1)).toEqual([
    'Password',
    'The password needs at least 8 characters. Try again.',
    'Password',
    'Password again',
    'The two passwords differ. Try again.',
    'Password',
    'Password again',
  ]);
});

test('create-admin names its database, and warns only if that is new', async () => {
  const file = join(dataDir, 'event-companion.db');
  const [first, second] = [prompting(['Seeufer-2026'], false), prompting(['Seeufer-2026'], false)];
  expect(await create('ada@camp.example', first.prompt)).toContain(file);
  expect(first.shown[0]).toBe(
    `The database ${file} is new: it has no accounts. If your server uses another one, set its DATA_DIR or DATABASE_URL here too.`,
  );
  await create('ben@camp.example', second.prompt);
  expect(second.shown).toEqual(['Password']);
});

test('create-admin rejects a weak password from standard input', async () => {
  await expect(create('ada@camp.example', prompting(['short'], false).prompt)).rejects.toThrow('The password needs at least 8 characters');
});
