import { expect, test } from 'vitest';
import { canonicalEmail } from '#contract/fields.ts';
import { sqlOf } from '../core/handles.ts';
import { openStore } from '../store.ts';
import { canonicalAddresses } from './067-canonical-addresses.ts';

const stored = ['anna@camp.example', 'ben@m\u00fcller.example', 'u\u0308ber@camp.example', 'cleo@see.example', 'cleo\u200b@see.example'];

test('the migration converts stored addresses to their canonical form unless another account has it', async () => {
  const store = await openStore({ path: ':memory:' });
  const db = sqlOf(store.reading);
  const person = { name: '', role: 'user', password_hash: '!', email_verified: 1, version: 1, created_at: 0 } as const;
  for (const email of stored)
    await db
      .insertInto('users')
      .values({ ...person, email })
      .execute();
  await canonicalAddresses.up(db);
  const now = await db.selectFrom('users').select(['email', 'version']).orderBy('id').execute();
  expect(now.map(({ email }) => email)).toEqual([...stored.slice(0, 4).map(canonicalEmail), stored[4]]);
  expect(now.map(({ version }) => version)).toEqual([1, 2, 2, 1, 1]);
  await store.close();
});
