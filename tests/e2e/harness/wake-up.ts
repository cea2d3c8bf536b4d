import type { BrowserContext, Page } from 'playwright-core';
import { wakeUpTag } from '../../../src/sync/browser-ports.ts';

/** Wakes the service worker as the browser does when the network is back (WICG Background Sync); `lastChance` tells it that no other attempt follows. */
export async function dispatchSync(context: BrowserContext, page: Page, lastChance = false): Promise<void> {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const registration = registrations.find(({ isDeleted }) => !isDeleted);
      if (registration) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: wakeUpTag, lastChance });
  await session.detach();
}
