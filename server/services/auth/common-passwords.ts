import { dictionary } from '@zxcvbn-ts/language-common';

/** Those that anybody guesses first: the 3,000 most common, as the list is ranked. */
const common = new Set(dictionary['passwords-common'].slice(0, 3_000));

/** Whether a password is one of the most common, whatever the case of its letters: `Password1` is no better than `password1`. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase());
}
