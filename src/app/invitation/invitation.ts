import type { Invitation } from '#feature-kit/places.ts';

/** Returns the invitation in a hash location (`/code=…&email=…`), trimmed, or null for an ordinary path. */
export function invitationIn(location: string): Invitation | null {
  // A plus is part of an email address; in a query it would mean a space.
  const fields = new URLSearchParams(location.replace(/^\//, '').replaceAll('+', '%2B'));
  const code = fields.get('code');
  return code === null ? null : { code: code.trim(), email: (fields.get('email') ?? '').trim() };
}
