import { type Language, languages } from '../../../contract/languages.ts';
import { cleanup } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { done } from '../../../tests/fixtures/error-cases/done.tsx';
import { fromServer } from '../../../tests/fixtures/error-cases/from-server.tsx';
import { type Case, type Given, given } from '../../../tests/fixtures/error-cases/given.tsx';
import { leftOut } from '../../../tests/fixtures/error-cases/left-out.tsx';
import { notKept } from '../../../tests/fixtures/error-cases/not-kept.tsx';
import { refusals } from '../../../tests/fixtures/error-cases/refused.tsx';
import { errorCatalogue, literalTexts } from '../../../tests/fixtures/error-catalogue.ts';
import { givenDevice, loadAnew, tearDown } from '../../../tests/fixtures/organiser.tsx';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import { full } from '../../../tests/setup/tier.ts';
import type { EventDatabase } from '../../db/database.ts';
import { connectToaster } from '../../ui/overlays/toasts.ts';

/** Every way in which a message comes about; some come about in two. */
const cases: [key: string, how: string, reach: Case][] = Object.entries({ refusals, notKept, leftOut, fromServer, done }).flatMap(
  ([how, ofKind]) => Object.entries(ofKind).map(([key, reach]): [string, string, Case] => [key, how, reach]),
);

let db: EventDatabase;
let said: string[];
let here: Given;
let disconnect: () => void;

/** The text of a key as a pattern: whatever stands for its placeholders. */
function patternOf(key: string): RegExp {
  expect(i18next.exists(key)).toBe(true);
  const [...parts] = String(i18next.getResource(i18next.language, 'common', key)).split(/\{\{\w+\}\}/);
  return new RegExp(parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+'));
}

/** All in both languages, or in one and the other by turns: how a message is reached does not hang on the words. */
const casesIn = (language: Language): typeof cases => (full ? cases : cases.filter((_case, at) => languages[at % 2] === language));

describe.each(languages)('in %s', (language) => {
  beforeEach(async () => {
    said = [];
    disconnect = connectToaster(({ text }) => void said.push(text));
    await startTexts(language);
    db = await givenDevice();
    await loadAnew(db);
  });
  afterEach(async () => {
    disconnect();
    here.end();
    cleanup();
    await tearDown(db);
  });

  test.each(casesIn(language))('%s comes to be read (%s)', async (key, _how, reach) => {
    here = given(db);
    await reach(here);
    await vi.waitFor(() => expect([document.body.textContent, ...said].join('\n')).toMatch(patternOf(key)));
  });
});

test('each key of the specification’s catalogue is reached, and nothing else is taken for one', () => {
  expect([...new Set(cases.map(([key]) => key))].toSorted()).toEqual([...errorCatalogue].toSorted());
});

test('what the specification says in English words is said in these', async () => {
  await startTexts('en');
  for (const [key, text] of Object.entries(literalTexts)) expect(i18next.getResource('en', 'common', key)).toBe(text);
});
