import { subscribe } from '#contract/endpoints/core.ts';
import { languages } from '#contract/languages.ts';
import type { Ports } from '#sync/device/ports.ts';
import { ApiClient } from '#sync/wire/api-client.ts';
import { Connection } from '#sync/wire/connection.ts';

/** The event of a browser that replaces or drops a subscription (W3C Push API); missing in type libraries. */
export interface SubscriptionChange {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

/** Sends the replacement of an old subscription to the server, or no push would arrive until the app is opened. */
export async function renewSubscription(
  { oldSubscription, newSubscription }: SubscriptionChange,
  { pushManager }: { readonly pushManager: Pick<PushManager, 'subscribe'> },
  ports: Ports,
  userId: number | null,
): Promise<void> {
  if (userId === null) return;
  const subscription = newSubscription ?? (oldSubscription && (await pushManager.subscribe(oldSubscription.options)));
  if (!subscription) return;
  const api = new ApiClient({ ports, connection: new Connection(), userId, onRefused: () => undefined });
  // Only tabs can read the chosen language; the next start of the app sends it.
  const language = languages.find((one) => one === navigator.language.split('-')[0]) ?? languages[0];
  await api.send({ method: 'POST', path: subscribe.path, body: { subscription: JSON.stringify(subscription), language } });
}
