import { insertAccount } from '../store/accounts/insert-account.ts';
import type { Writing } from '../store/store.ts';
import { hashPassword } from '../services/auth/password/passwords.ts';
import { demoLogins, emailOf, people } from './story/people.ts';
import { drawPortrait } from './drawing/portrait.ts';

/** No password has this hash: those who only write cannot sign in. */
const noPassword = '!';

/** Everybody as a row, without the event that they are at. Hashing and drawing take their time and belong in front of the transaction. */
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

/** Inserts people, all of them active in `activeEventId`; gives their ids by key. */
export async function insertPeople(
  trx: Writing,
  prepared: Awaited<ReturnType<typeof preparePeople>>,
  activeEventId: number,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { key, ...person } of prepared) ids.set(key, (await insertAccount(trx, { ...person, activeEventId }))!);
  return ids;
}
