import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { tellFeed } from './tell-feed.ts';

interface People {
  users: { id: number; email: string; version: number };
}

/** Converts non-ASCII addresses to the canonical form used for lookups: NFC, with an ASCII domain. */
export const canonicalAddresses: Migration = {
  async up(db: Kysely<unknown>) {
    const people = db as Kysely<People>;
    const all = await people.selectFrom('users').select(['id', 'email', 'version']).execute();
    const taken = new Set(all.map(({ email }) => email));
    for (const { id, email, version } of all) {
      const canonical = canonicalOf(email);
      if (taken.has(canonical)) continue;
      taken.add(canonical);
      const next = { email: canonical, version: version + 1 };
      await people.updateTable('users').set(next).where('id', '=', id).execute();
      await tellFeed(db, `user:${id}`, 'me', String(id), next.version);
    }
  },
};

/** A copy of the contract's function at that time. */
function canonicalOf(email: string): string {
  const address = email
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, '')
    .normalize()
    .trim()
    .toLowerCase();
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (!/[^\0-\u007f]/.test(domain) || /[\s/?#:@\\]/.test(domain) || !URL.canParse(`https://${domain}`)) return address;
  return address.slice(0, at) + new URL(`https://${domain}`).hostname;
}
