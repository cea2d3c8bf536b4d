import { outboxOf } from '../promises/outboxes.ts';
import { clientOf, type Visits } from './visits.ts';
import type { World } from './world.ts';

const aMinute = 60_000;

/** In ms: longer than any back-off (60 s) and any Retry-After, and long enough for a person who returns to send all pending commands. */
const patience = { atRest: 5 * aMinute, forEach: 2 * aMinute };

/**
 * All devices get network and an open app. First nobody taps, and `atRest` may check; then all people with pending commands sign in once
 * more.
 */
export async function settleDown(
  world: World,
  visits: Visits,
  atRest: () => Promise<void> = async () => {},
  { atRest: rest, forEach } = patience,
): Promise<void> {
  world.note('calm');
  await world.calmDown();
  for (const device of world.devices) {
    if (device.livingTabs.length === 0) await visits.reopen(device);
    for (const tab of device.livingTabs) void clientOf(tab)?.networkMayBeBack();
  }
  await world.run(rest);
  await atRest();
  for (const device of world.devices) {
    for (const tab of device.livingTabs.slice(1)) tab.kill();
    const [tab] = device.livingTabs;
    if (!tab) continue;
    for (const person of world.remaining) {
      const current = clientOf(tab)?.userId;
      if (current === person.userId) continue;
      if (current !== undefined && (await outboxOf(device, person.userId)).length === 0) continue;
      if (current !== undefined) {
        void tab.session.logout('keep');
        await world.run(2 * aMinute);
      }
      await visits.signIn(tab, person);
      await world.run(forEach);
    }
  }
}
