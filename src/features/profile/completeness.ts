import type { Me } from '#contract/resources/me.ts';

/** The missing parts of a profile, as keys of `profile_incomplete`. */
export type ProfileProblem = 'missing_fields' | 'no_email' | 'no_name' | 'no_name_and_picture' | 'no_picture' | 'unconfirmed';

const placeholder = /placeholder-profile/;

/** Returns only what is missing, or null; an unconfirmed address comes last. */
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
