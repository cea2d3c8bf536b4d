import { timingSafeEqual } from 'node:crypto';

/** Whether a secret is the one that is known, in a time that does not tell how much of it is right. */
export function timingSafeEqualTexts(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
