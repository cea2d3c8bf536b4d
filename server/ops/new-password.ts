import { limits } from '../../contract/limits.ts';

/** What is wrong with a new password, as a sentence for the operator; null where it will do. Lengths are in UTF-16 code units. */
export function weaknessOf(password: string): string | null {
  if (password.length < limits.passwordMinLength) return `The password needs at least ${limits.passwordMinLength} characters`;
  if (password.length > limits.passwordMaxLength) return `The password may have at most ${limits.passwordMaxLength} characters`;
  const kinds = { 'an uppercase letter': /\p{Lu}/u, 'a lowercase letter': /\p{Ll}/u, 'a digit': /\d/ };
  const missing = Object.entries(kinds).flatMap(([kind, pattern]) => (pattern.test(password) ? [] : [kind]));
  return missing.length === 0 ? null : `The password needs ${missing.join(' and ')}`;
}
