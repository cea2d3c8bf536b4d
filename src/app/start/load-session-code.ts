import { loadSchemas } from '#feature-kit/load-schemas.ts';
import type { SessionCode } from '#sync/session/early-session.ts';

export async function loadSessionCode(): Promise<SessionCode> {
  await loadSchemas();
  return import('./session-code.ts');
}
