import type { SessionCode } from '#sync/session/early-session.ts';

/** The schemas of the rows are in files of their own (vite.config.ts): evaluated with the rest, they would delay a tap. */
const parts = [() => import('#contract/resources/me.ts'), () => import('#contract/resources/codes.ts')];

export async function loadSessionCode(): Promise<SessionCode> {
  for (const load of parts) {
    await load();
    await new Promise((done) => setTimeout(done));
  }
  return import('./session-code.ts');
}
