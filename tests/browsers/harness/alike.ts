import { isDeepStrictEqual } from 'node:util';
import { vi } from 'vitest';
import type { ScreenText } from './in-page.ts';
import type { Person } from './person.ts';

/** Somebody who should see the same as the one whose screen is the measure. */
export interface Viewer {
  readonly name: string;
  readonly person: Person;
  /** Returns the screen that this viewer should have, from the one that is the measure. */
  readonly expects: (measure: ScreenText) => ScreenText;
}

/** How long (ms) screens may take until they agree. */
const patience = 15_000;

/**
 * Waits until every screen is settled, unchanged over two looks, and as the measure wants it; returns a line for each that is not.
 * All are read at the same time, as clocks go on.
 */
export async function differences(measure: Person, viewers: readonly Viewer[], ignored: readonly string[]): Promise<string[]> {
  let before: readonly ScreenText[] = [];
  let found: string[] = [];
  const agree = async (): Promise<boolean> => {
    const [expected, ...shown] = await Promise.all([measure, ...viewers.map(({ person }) => person)].map((person) => person.describe(ignored)));
    found = viewers.flatMap(({ name, expects }, index) => difference(name, expects(expected!), shown[index]!));
    const all = [expected!, ...shown];
    const isStill = isDeepStrictEqual(all, before);
    if (found.length === 0 && !(isStill && all.every(({ isSettled }) => isSettled))) found = ['a screen does not settle'];
    before = all;
    return found.length === 0;
  };
  try {
    await vi.waitUntil(agree, { timeout: patience, interval: 150 });
  } catch (error) {
    if (found.length === 0) throw error;
  }
  return found;
}

function difference(name: string, expected: ScreenText, shown: ScreenText): string[] {
  if (isDeepStrictEqual([expected.words, expected.elements], [shown.words, shown.elements])) return [];
  const less = (one: ScreenText, other: ScreenText): string[] => one.words.filter((text) => !other.words.includes(text));
  const [missing, more] = [less(expected, shown), less(shown, expected)];
  return [`${name}: ${shown.elements} elements for ${expected.elements}; - ${missing.join(' | ')}; + ${more.join(' | ')}`];
}
