import type { Invitation } from '../../feature-kit/places.ts';

/** The invitation in a hash location (`/code=…&email=…`), trimmed; null where it is an ordinary path. */
export function invitationIn(location: string): Invitation | null {
  // A plus belongs to an address; in a query it would stand for a blank.
  const fields = new URLSearchParams(location.replace(/^\//, '').replaceAll('+', '%2B'));
  const code = fields.get('code');
  return code === null ? null : { code: code.trim(), email: (fields.get('email') ?? '').trim() };
}
