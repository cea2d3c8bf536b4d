import type { Me } from '../../../contract/resources/me.ts';

/** What a profile lacks; null where it is complete. The sentence is `profile_incomplete.<problem>`. */
export type ProfileProblem = 'missing_fields' | 'no_picture';

/** Shown where somebody has no picture of their own. */
const placeholder = /placeholder-profile/;

/** Address and name come first; no picture, or the one that everybody has at first, is said by itself. */
export function profileProblem({ email, name, image }: Pick<Me, 'email' | 'name' | 'image'>): ProfileProblem | null {
  if (email.trim() === '' || name.trim() === '') return 'missing_fields';
  return image === null || image === '' || placeholder.test(image) ? 'no_picture' : null;
}
