import { Dexie } from 'dexie';

/** Everything that stays here when somebody leaves: the app itself, the operator's logo, and settings of the device. All else goes. */
const stayingCaches = /^(?:workbox-precache|logo$)/;
const stayingSettings = new Set(['theme', 'language', 'install-banner-closed']);

/** Deletes all that this origin keeps outside of people's databases, but for what is on the list of what stays. */
export async function forgetTraces(): Promise<void> {
  // Not in a worker, not on plain http, and not in private windows of some browsers.
  const { localStorage: settings } = globalThis as { readonly localStorage?: { removeItem(key: string): void } };
  for (const key of Object.keys(settings ?? {})) if (!stayingSettings.has(key)) settings?.removeItem(key);
  const names = 'caches' in globalThis ? await caches.keys() : [];
  await Promise.all([forgetAddresses(), ...names.filter((name) => !stayingCaches.test(name)).map((name) => caches.delete(name))]);
}

/** Workbox notes the address of each picture that it may let go. Emptied and not deleted, which would wait for the worker's end. */
async function forgetAddresses(): Promise<void> {
  const noted = new Dexie('workbox-expiration');
  await noted
    .open()
    .then(() => noted.table('cache-entries').clear())
    // Without a worker there is none.
    .catch(() => undefined);
  noted.close();
}

/** Closes what is shown and ends the subscription, in the browser alone: the server drops it with the session. */
export async function forgetNotifications(): Promise<void> {
  const worker = globalThis as { readonly registration?: ServiceWorkerRegistration };
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = worker.registration ?? (await container?.getRegistration());
  const shown = await registration?.getNotifications?.();
  for (const notification of shown ?? []) notification.close();
  await endSubscription(registration);
}

export async function endSubscription(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
