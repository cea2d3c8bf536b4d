/** Everything that stays here when somebody leaves: the app itself, the operator's logo, and settings of the device. All else goes. */
const stayingCaches = /^(?:workbox-precache|logo$)/;
const stayingSettings = new Set(['theme', 'language', 'install-banner-closed']);

/** Deletes all that this origin keeps outside of people's databases, but for what is on the list of what stays. */
export async function forgetTraces(): Promise<void> {
  // Not in a worker, not on plain http, and not in private windows of some browsers.
  const { localStorage: settings } = globalThis as { readonly localStorage?: { removeItem(key: string): void } };
  for (const key of Object.keys(settings ?? {})) if (!stayingSettings.has(key)) settings?.removeItem(key);
  const names = 'caches' in globalThis ? await caches.keys() : [];
  forgetAddresses();
  await Promise.all(names.filter((name) => !stayingCaches.test(name)).map((name) => caches.delete(name)));
}

/** Deletes the addresses of pictures that workers of before this version stored. A connection of such a worker delays that until its end. */
export function forgetAddresses(): void {
  globalThis.indexedDB?.deleteDatabase('workbox-expiration');
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
