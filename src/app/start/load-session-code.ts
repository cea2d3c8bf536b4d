import { afterSchemas } from '#feature-kit/load-schemas.ts';
import type { SessionCode } from '#sync/session/early-session.ts';

export const loadSessionCode: () => Promise<SessionCode> = afterSchemas(() => import('./session-code.ts'));
