import { type ServerConfig, serverConfig } from '../../contract/endpoints.ts';
import type { EventDatabase } from '../db/database.ts';
import type { SyncClient } from './client.ts';

const name = 'server-config';

/** What the operator has set up, as this device last heard; `undefined` while it knows nothing. */
export async function readServerConfig(db: EventDatabase): Promise<ServerConfig | undefined> {
  const parsed = serverConfig.answer.safeParse((await db.meta.get(name))?.value);
  return parsed.success ? parsed.data : undefined;
}

/** Asks for it and keeps the answer, so that it is there without network. Throws what the database throws. */
export async function keepServerConfig(client: Pick<SyncClient, 'call' | 'db'>): Promise<void> {
  const outcome = await client.call({ method: 'GET', path: serverConfig.path });
  const parsed = outcome.kind === 'answer' && outcome.status === 200 ? serverConfig.answer.safeParse(outcome.body) : null;
  if (parsed?.success) await client.db.meta.put({ name, value: parsed.data });
}
