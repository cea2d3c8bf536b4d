import { createRequire } from 'node:module';

type Lists = typeof import('@zxcvbn-ts/language-common');

let common: ReadonlySet<string> | undefined;

/** Those that anybody guesses first: the 3,000 most common, as the list is ranked. Read when it is first asked for. */
function mostCommon(): ReadonlySet<string> {
  const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as Lists;
  return new Set(dictionary['passwords-common'].slice(0, 3_000));
}

/** Whether a password is one of the most common, whatever the case of its letters: `Password1` is no better than `password1`. */
export function isCommonPassword(password: string): boolean {
  common ??= mostCommon();
  return common.has(password.normalize('NFKC').toLowerCase());
}
