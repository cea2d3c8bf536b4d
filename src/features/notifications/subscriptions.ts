import { pushKey, subscribe, unsubscribe } from '#contract/endpoints/core.ts';
import type { Language } from '#contract/languages.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import type { Unreached } from '#sync/wire/transport.ts';
import { ownerKey, type PushPlatform, type PushProblem, type PushRegistration, subscriptionKey } from './platform.ts';

export type Caller = Pick<SyncClient, 'call' | 'userId' | 'isStopped'>;

/**
 * Subscribes at the push service (W3C Push API) and registers with the server, which writes in `language`. Returns the obstacle or null.
 */
export async function begin(platform: PushPlatform, client: Caller, language: Language): Promise<PushProblem | null> {
  const registration = await platform.registration();
  return registration ? register(platform, client, registration, language) : 'no_worker';
}

/** Ends the subscription in the browser and on the server. */
export async function end(platform: PushPlatform, client: Caller): Promise<null> {
  const endpoint = await forget(platform);
  if (endpoint !== null) await client.call({ method: 'POST', path: unsubscribe.path, body: { endpoint } });
  return null;
}

/** Registers again in `language`. If it is null, this person never subscribed, and a subscription in the browser is ended. */
export async function keep(platform: PushPlatform, client: Caller, language: Language | null): Promise<PushProblem | null> {
  const registration = await platform.registration();
  if (!registration) return null;
  if (language !== null) return register(platform, client, registration, language);
  await forget(platform);
  return null;
}

/** Ends the browser's subscription; returns its endpoint, or null if there was none. */
export async function forget({ store, support, registration }: PushPlatform): Promise<string | null> {
  const stored = store.getItem(subscriptionKey);
  store.removeItem(subscriptionKey);
  store.removeItem(ownerKey);
  if (support() !== 'supported') return null;
  const subscription = await (await registration())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint ?? endpointIn(stored);
}

function endpointIn(stored: string | null): string | null {
  if (stored === null) return null;
  return (JSON.parse(stored) as { endpoint?: string }).endpoint ?? null;
}

async function register(
  platform: PushPlatform,
  client: Caller,
  registration: PushRegistration,
  language: Language,
): Promise<PushProblem | null> {
  const subscription = await current(client, registration);
  if (typeof subscription === 'string') return subscription;
  const text = JSON.stringify(subscription);
  const outcome = await client.call({ method: 'POST', path: subscribe.path, body: { subscription: text, language } });
  // The person signed out during the call.
  if (client.isStopped) {
    await forget(platform);
    return null;
  }
  if (outcome.kind === 'no-network') return unreached(outcome);
  if (outcome.status !== 200) {
    console.info('Failed to subscribe to push notifications on the server.', outcome.status);
    // The next start registers again.
    if (mayPass(outcome.status)) return 'unavailable';
    // A refused subscription is useless, and the browser would offer the same one again.
    await forget(platform);
    return 'refused';
  }
  platform.store.setItem(subscriptionKey, text);
  platform.store.setItem(ownerKey, String(client.userId));
  return null;
}

/**
 * Returns the browser's subscription with the server's key (RFC 8292), a new one if there is none, or the reason why the key is missing.
 */
async function current(client: Caller, { pushManager }: PushRegistration): Promise<PushSubscription | PushProblem> {
  const outcome = await client.call({ method: 'GET', path: pushKey.path });
  if (outcome.kind === 'no-network') return unreached(outcome);
  const answer = pushKey.answer.safeParse(outcome.body);
  if (!answer.success) return 'unavailable';
  const { publicKey } = answer.data;
  const known = await pushManager.getSubscription();
  if (known && isFor(known, publicKey)) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** An error of a proxy is not a missing network. */
const unreached = ({ gateway }: Unreached): PushProblem => (gateway ? 'unavailable' : 'no_network');

/** Returns whether another try may succeed. */
const mayPass = (status: number): boolean => status >= 500 || [401, 408, 425, 429].includes(status);

/** A reinstalled server has other keys, and cannot send to subscriptions with the old ones. */
function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = options?.applicationServerKey;
  if (!key) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey.replaceAll('=', '');
}
