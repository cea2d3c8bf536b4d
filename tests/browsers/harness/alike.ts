import { isDeepStrictEqual } from 'node:util';
import { vi } from 'vitest';
import type { ScreenText } from './in-page.ts';
import type { Person } from './person.ts';

/** A person whose screen must equal that of the first viewer, which is the measure. */
export interface Viewer {
  readonly name: string;
  readonly person: Person;
  /** Returns the expected screen of this viewer, derived from the measure; the same if it is missing. */
  readonly expects?: (measure: ScreenText) => ScreenText;
}

/** How long (ms) screens may take until they agree. */
const patience = 15_000;

/**
 * Performs the action for all viewers, then waits until every screen is settled, unchanged over two reads, and as expected. Returns a line
 * for each deviation or failed action. All screens are read at the same time, because clocks tick.
 */
export async function compareScreens(
  viewers: readonly [Viewer, ...Viewer[]],
  act: (person: Person) => Promise<void>,
  ignored: readonly string[],
): Promise<string[]> {
  const tried = await Promise.allSettled(viewers.map(({ person }) => act(person)));
  const failed = tried.flatMap((one, index) => (one.status === 'rejected' ? [`${viewers[index]!.name}: ${String(one.reason)}`] : []));
  if (failed.length > 0) return failed;
  let before: readonly ScreenText[] = [];
  let found: string[] = [];
  const agree = async (): Promise<boolean> => {
    const all = await Promise.all(viewers.map(({ person }) => person.describe(ignored)));
    const measure = all[0]!;
    found = viewers.flatMap(({ name, expects }, index) => difference(name, expects?.(measure) ?? measure, all[index]!));
    const isStill = isDeepStrictEqual(all, before) && all.every(({ isSettled }) => isSettled);
    if (found.length === 0 && !isStill) found = ['a screen does not settle'];
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
