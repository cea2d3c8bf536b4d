/** Kept at a sign-out: the app itself, the operator's logo and settings of the device. Everything else is deleted. */
const keptCaches = /^(?:workbox-precache|logo$)/;
const keptSettings = new Set(['theme', 'language', 'install-banner-closed']);

/** Deletes this origin's data outside the databases, except for the listed caches and settings. */
export async function forgetTraces(): Promise<void> {
  // Storage APIs may be missing: in workers, on plain http, and in private windows of some browsers.
  const { localStorage: settings } = globalThis as { readonly localStorage?: { removeItem(key: string): void } };
  for (const key of Object.keys(settings ?? {})) if (!keptSettings.has(key)) settings?.removeItem(key);
  (globalThis as { readonly sessionStorage?: { clear(): void } }).sessionStorage?.clear();
  const names = 'caches' in globalThis ? await caches.keys() : [];
  forgetAddresses();
  await Promise.all(names.filter((name) => !keptCaches.test(name)).map((name) => caches.delete(name)));
}

/** Deletes the picture addresses that older workers stored. An open connection of such a worker delays it. */
export function forgetAddresses(): void {
  globalThis.indexedDB?.deleteDatabase('workbox-expiration');
}

/** Closes notifications and ends the subscription in this browser only; the server drops it with the session. */
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
