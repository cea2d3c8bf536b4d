import type { Ports } from '../device/ports.ts';
import { within } from '#lib/timeout.ts';

/** How long (ms) the browser may take to end the push subscription; the worker ends a remaining one later. */
const patience = 2_000;

/** Deletes everything on the device that identifies its last person. Needs no network and never rejects. */
export async function clearTraces(ports: Ports): Promise<void> {
  await Promise.allSettled([within(ports, patience, ports.forgetNotifications(), undefined), ports.forgetTraces()]);
}
