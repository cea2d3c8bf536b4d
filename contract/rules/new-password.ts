import { limits } from '../limits.ts';

/** A weakness of a new password. The server also refuses the most common passwords, whose list it has. */
export type PasswordWeakness = 'too_short' | 'too_long' | 'no_uppercase' | 'no_lowercase' | 'no_digit';

const kinds = { no_uppercase: /\p{Lu}/u, no_lowercase: /\p{Ll}/u, no_digit: /\d/ } as const;

/** Returns every weakness of a new password; empty if it is accepted. Lengths are in UTF-16 code units. */
export function weaknessesOf(password: string): PasswordWeakness[] {
  const missing = (Object.keys(kinds) as (keyof typeof kinds)[]).filter((kind) => !kinds[kind].test(password));
  if (password.length < limits.passwordMinLength) return ['too_short', ...missing];
  return password.length > limits.passwordMaxLength ? ['too_long', ...missing] : missing;
}
