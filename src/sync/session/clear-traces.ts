import type { Ports } from '../device/ports.ts';
import { within } from '../../lib/timeout.ts';

/** How long (ms) a browser's push service may take to end the subscription; the worker ends one that is left. */
const patience = 2_000;

/** Takes off the device what shows whose it was, however that person left it. Needs no network, and never rejects. */
export async function clearTraces(ports: Ports): Promise<void> {
  await Promise.allSettled([within(ports, patience, ports.forgetNotifications(), undefined), ports.forgetTraces()]);
}
