import { limits } from '#contract/limits.ts';
import { type PasswordWeakness, weaknessesOf } from '#contract/rules/new-password.ts';
import { isCommonPassword } from '../services/auth/password/common-passwords.ts';

const kinds: Partial<Record<PasswordWeakness, string>> = {
  no_uppercase: 'an uppercase letter',
  no_lowercase: 'a lowercase letter',
  no_digit: 'a digit',
};

/** Returns the weakness of a new password as a sentence for the operator, or null. */
export function weaknessOf(password: string): string | null {
  const weaknesses = weaknessesOf(password);
  if (weaknesses.includes('too_short')) return `The password needs at least ${limits.passwordMinLength} characters`;
  if (weaknesses.includes('too_long')) return `The password may have at most ${limits.passwordMaxLength} characters`;
  if (weaknesses.length > 0) return `The password needs ${weaknesses.map((weakness) => kinds[weakness]).join(' and ')}`;
  return isCommonPassword(password) ? 'The password is one of those that are guessed first' : null;
}
