import { insertAccount } from '../store/accounts/accounts.ts';
import type { WriteHandle } from '../store/store.ts';
import { hashPassword } from '../services/auth/password/passwords.ts';
import { demoLogins, emailOf, people } from './story/people.ts';
import { drawPortrait } from './drawing/portrait.ts';

/** The hash of no password: people without a login cannot sign in. */
const noPassword = '!';

/** Prepares all people as accounts, before the transaction, because hashing and drawing are slow. */
export async function preparePeople(now: number) {
  return Promise.all(
    people.map(async ({ key, name, face, role }, index) => {
      const email = emailOf(key);
      const login = demoLogins.find((one) => one.email === email);
      return {
        key,
        email,
        name,
        image: face && (await drawPortrait(face, index)),
        role: role ?? 'user',
        passwordHash: login ? await hashPassword(login.password) : noPassword,
        totpSecret: login?.totpSecret ?? null,
        emailVerified: true,
        now,
      };
    }),
  );
}

/** Inserts people with `activeEventId` as active event; returns their ids by key. */
export async function insertPeople(
  trx: WriteHandle,
  prepared: Awaited<ReturnType<typeof preparePeople>>,
  activeEventId: number,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { key, ...person } of prepared) ids.set(key, (await insertAccount(trx, { ...person, activeEventId }))!);
  return ids;
}
