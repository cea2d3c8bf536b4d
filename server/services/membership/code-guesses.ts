import { codeAlphabet, firstCodeAlphabet } from '#contract/resources/codes.ts';
import { networkOf, type Throttle, type Verdict } from '../auth/throttle.ts';
import { BoundedMap } from '#server/lib/bounded-map.ts';

/**
 * The shapes of random codes: the first code of an event (`first-code.ts`, 50 bits), and codes that event admins generate in bulk (51
 * bits). Codes that people choose are guessable at any length, and most have another shape.
 */
const madeAtRandom = [
  new RegExp(`^(?=.*\\d)[${firstCodeAlphabet}]{5}-[${firstCodeAlphabet}]{5}$`),
  new RegExp(`[${codeAlphabet}]{4}-[${codeAlphabet}]{4}-[${codeAlphabet}]{4}$`),
];

export const isUnguessable = (code: string): boolean => madeAtRandom.some((shape) => shape.test(code));

const mostKnown = 10_000;

/** Different wrong codes that are evaluated. A code that was valid once does not count for its network. */
export const eventCodeBudget = { name: 'codes', account: 20, pair: 10, address: 300 };

/** An attempt with a code. `person` is null without a signed-in user. */
export interface CodeAttempt {
  readonly person: string | null;
  readonly address: string;
  readonly code: string;
}

/**
 * Evaluates a code unless too many wrong ones came before. A right code is never refused if nobody can guess it, or if this network has
 * used it before. Throws the refusal of `evaluate`, or `too_many_requests`.
 */
export type TryCode = <T>(tried: CodeAttempt, evaluate: () => Promise<Verdict<T>>) => Promise<T>;

export function createTryCode(throttle: Throttle): TryCode {
  const opened = new BoundedMap<string, true>(mostKnown);
  return async ({ person, address, code }, evaluate) => {
    const known = `${networkOf(address)} ${code}`;
    let verdict: Awaited<ReturnType<typeof evaluate>> | undefined;
    if (isUnguessable(code) || opened.has(known)) {
      verdict = await evaluate();
      if (verdict.outcome !== 'wrong') return verdict.value;
    }
    const value = await throttle.attempt(person, address, async () => verdict ?? evaluate(), { guess: code });
    opened.set(known, true);
    return value;
  };
}
