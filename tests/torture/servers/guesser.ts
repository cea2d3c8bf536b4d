/** The number of wrong passwords checked for an account from an address, whatever the number of servers. */
export const allowed = 5;

/** The number of answers that shows if more guesses are checked. */
const answersEnough = 2 * allowed;
const mostTries = 60;

/** Guesses the password of an account, each time at the next server; returns the number of checked guesses. */
export async function guess(email: string, origins: () => readonly string[]): Promise<number> {
  let answers = 0;
  let evaluated = 0;
  for (let tried = 0; tried < mostTries && answers < answersEnough; tried += 1) {
    const all = origins();
    const status = await signIn(all[tried % all.length]!, email).catch(() => 0);
    if (status === 401) evaluated += 1;
    if (status === 401 || status === 429) answers += 1;
  }
  return evaluated;
}

async function signIn(origin: string, email: string): Promise<number> {
  const start = await fetch(`${origin}/api/users/me`);
  const { csrfToken } = (await start.json()) as { csrfToken: string };
  const cookie = start.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  const answer = await fetch(`${origin}/api/users/login`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Wrong-Word-1', csrfToken }),
  });
  await answer.arrayBuffer();
  return answer.status;
}
