import { limits } from '../limits.ts';

/** What a new password lacks; the most common passwords are refused by the server besides, which has their list. */
export type PasswordWeakness = 'too_short' | 'too_long' | 'no_uppercase' | 'no_lowercase' | 'no_digit';

const kinds = { no_uppercase: /\p{Lu}/u, no_lowercase: /\p{Ll}/u, no_digit: /\d/ } as const;

/** Everything that is wrong with a new password; empty where it will do. Lengths are in UTF-16 code units. */
export function weaknessesOf(password: string): PasswordWeakness[] {
  const missing = (Object.keys(kinds) as (keyof typeof kinds)[]).filter((kind) => !kinds[kind].test(password));
  if (password.length < limits.passwordMinLength) return ['too_short', ...missing];
  return password.length > limits.passwordMaxLength ? ['too_long', ...missing] : missing;
}
