import type { Me } from '../../../contract/resources/me.ts';

/** What a profile lacks; null where it is complete. The sentence is `profile_incomplete.<problem>`. */
export type ProfileProblem = 'missing_fields' | 'no_email' | 'no_name' | 'no_name_and_picture' | 'no_picture' | 'unconfirmed';

/** Shown where somebody has no picture of their own. */
const placeholder = /placeholder-profile/;

/** Names only what is missing; an address that waits to be confirmed comes last. */
export function profileProblem({
  email,
  name,
  image,
  emailVerified,
}: Pick<Me, 'email' | 'name' | 'image' | 'emailVerified'>): ProfileProblem | null {
  const noName = name.trim() === '';
  const noPicture = image === null || image === '' || placeholder.test(image);
  if (email.trim() === '') return noName || noPicture ? 'missing_fields' : 'no_email';
  if (noName) return noPicture ? 'no_name_and_picture' : 'no_name';
  if (noPicture) return 'no_picture';
  return emailVerified === false ? 'unconfirmed' : null;
}
