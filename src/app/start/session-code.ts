import { browserPorts } from '#sync/device/browser-ports.ts';
import type { SessionCode } from '#sync/session/early-session.ts';
import { shrink } from './shrink.ts';
import { upload } from './upload.ts';

export { Session } from '#sync/session/session.ts';

export const portsFrom: SessionCode['portsFrom'] = (early) =>
  browserPorts({ early, shrink, upload, language: () => document.documentElement.lang });
