import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { tellFeed } from './tell-feed.ts';

interface People {
  users: { id: number; email: string; version: number };
}

/** Addresses in letters other than ASCII get the form by which people are found: NFC, and the domain as mail servers write it. */
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

/** As the contract had it then. */
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
