import type { Trx } from '../store/engine/schema.ts';
import { hashPassword } from '../services/auth/passwords.ts';
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
        email,
        name,
        image: face && (await drawPortrait(face, index)),
        role: role ?? 'user',
        password_hash: login ? await hashPassword(login.password) : noPassword,
        totp_secret: login?.totpSecret ?? null,
        email_verified: 1 as const,
        version: 1,
        created_at: now,
      };
    }),
  );
}

/** Inserts people, all of them active in `activeEventId`; gives their ids by key. */
export async function insertPeople(
  trx: Trx,
  prepared: Awaited<ReturnType<typeof preparePeople>>,
  activeEventId: number,
): Promise<Map<string, number>> {
  await trx
    .insertInto('users')
    .values(prepared.map((person) => ({ ...person, active_event_id: activeEventId })))
    .execute();
  const inserted = await trx.selectFrom('users').select(['id', 'email']).execute();
  const byEmail = new Map(inserted.map(({ id, email }) => [email, id]));
  return new Map(people.map(({ key }) => [key, byEmail.get(emailOf(key)) as number]));
}
