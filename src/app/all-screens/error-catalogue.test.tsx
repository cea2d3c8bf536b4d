import { languages } from '#contract/languages.ts';
import { cleanup } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { done } from '#tests/fixtures/error-cases/done.tsx';
import { fromServer } from '#tests/fixtures/error-cases/from-server.tsx';
import { type Case, type Given, given } from '#tests/fixtures/error-cases/given.tsx';
import { leftOut } from '#tests/fixtures/error-cases/left-out.tsx';
import { notKept } from '#tests/fixtures/error-cases/not-kept.tsx';
import { refusals } from '#tests/fixtures/error-cases/refused.tsx';
import { errorCatalogue, literalTexts } from '#tests/fixtures/error-catalogue.ts';
import { givenDevice, loadAnew, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import type { EventDatabase } from '#db/database.ts';
import { connectToaster } from '#ui/overlays/toasts.ts';

/** Every situation in which a message appears; some messages appear in two. */
const cases: [key: string, how: string, reach: Case][] = Object.entries({ refusals, notKept, leftOut, fromServer, done }).flatMap(
  ([how, ofKind]) => Object.entries(ofKind).map(([key, reach]): [string, string, Case] => [key, how, reach]),
);

let db: EventDatabase;
let said: string[];
let here: Given;
let disconnect: () => void;

/** Returns a pattern for the text of a key, with anything in place of its placeholders. */
function patternOf(key: string): RegExp {
  expect(i18next.exists(key)).toBe(true);
  const [...parts] = String(i18next.getResource(i18next.language, 'common', key)).split(/\{\{\w+\}\}/);
  return new RegExp(parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+'));
}

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

  test.each(cases)('shows %s (%s)', async (key, _how, reach) => {
    here = given(db);
    await reach(here);
    await vi.waitFor(() => expect([document.body.textContent, ...said].join('\n')).toMatch(patternOf(key)));
  });
});

test('reaches every key of the specification and no other', () => {
  expect([...new Set(cases.map(([key]) => key))].toSorted()).toEqual([...errorCatalogue].toSorted());
});

test('shows the English texts of the specification', async () => {
  await startTexts('en');
  for (const [key, text] of Object.entries(literalTexts)) expect(i18next.getResource('en', 'common', key)).toBe(text);
});
