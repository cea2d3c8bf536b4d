import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the folder of an event that is deleted. Its pictures by links are removed by them. */
export async function forgetEventFiles(dataDir: string, eventId: number): Promise<void> {
  await rm(join(dataDir, 'events', String(eventId)), { recursive: true, force: true });
}
