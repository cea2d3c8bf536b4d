import { createECDH } from 'node:crypto';
import { subscribe } from '#contract/endpoints/core.ts';
import { nextDueAt } from '#server/push/delivery.ts';
import { openFrom } from '#sw/push.ts';
import type { Device, Tab } from './device.ts';
import { clientOf, type Visits } from './visits.ts';
import type { World } from './world.ts';

/** One key for all devices: nothing is encrypted here. */
const keys = {
  p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
  auth: Buffer.alloc(16, 7).toString('base64url'),
};

/** Turns the bell on for the tab's person, in one try. A browser with an expired endpoint receives a new one. */
export async function turnPushesOn(world: World, tab: Tab): Promise<void> {
  const { server, random } = world;
  const client = clientOf(tab);
  if (!client) return;
  const { device } = tab;
  if (device.pushEndpoint === null || server.pushService.expired.has(device.pushEndpoint)) {
    device.pushEndpoint = server.pushService.newEndpoint();
    device.endpoints.add(device.pushEndpoint);
  }
  world.note(`${device.name}: ${client.userId} turns pushes on at ${device.pushEndpoint}`);
  const body = { subscription: JSON.stringify({ endpoint: device.pushEndpoint, keys }), language: random.pick(['en', 'de']) };
  await client.call({ method: 'POST', path: subscribe.path, body });
}

/** Taps a notification: an open app is focused, or the app is opened. */
export async function tapNotification({ random }: World, visits: Visits, device: Device): Promise<void> {
  if (device.notices.length === 0) return;
  const { notice } = random.pick(device.notices);
  const windows = device.livingTabs.map((tab) => ({
    url: 'https://camp.example/',
    focused: true,
    focus: async () => void clientOf(tab)?.networkMayBeBack(),
    navigate: async () => null,
  }));
  await openFrom(notice.options.data, { matchAll: async () => windows, openWindow: () => visits.reopen(device) });
}

/** Delivers all pending pushes, however long it takes, to push services that accept everything. */
export async function settlePushes({ server, clock }: World): Promise<void> {
  for (;;) {
    await server.deliver();
    while (server.pushService.busy) await server.deliverPushes(true);
    const next = await nextDueAt(server.store.reading, clock.now());
    if (next === null) return;
    clock.sleep(Math.max(0, next - clock.now()));
  }
}
