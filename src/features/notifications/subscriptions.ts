import { pushKey, subscribe, unsubscribe } from '../../../contract/endpoints/core.ts';
import type { Language } from '../../../contract/languages.ts';
import type { SyncClient } from '../../sync/engine/client.ts';
import type { Unreached } from '../../sync/wire/transport.ts';
import { ownerKey, type PushPlatform, type PushProblem, type PushRegistration, subscriptionKey } from './platform.ts';

export type Caller = Pick<SyncClient, 'call' | 'userId' | 'isStopped'>;

/** Subscribes at the browser's push service (W3C Push API) and tells the server, which writes in `language`. Answers what stood in the way. */
export async function begin(platform: PushPlatform, client: Caller, language: Language): Promise<PushProblem | null> {
  const registration = await platform.registration();
  return registration ? register(platform, client, registration, language) : 'no_worker';
}

/** Ends the subscription in the browser, and tells the server. */
export async function end(platform: PushPlatform, client: Caller): Promise<null> {
  const endpoint = await forget(platform);
  if (endpoint !== null) await client.call({ method: 'POST', path: unsubscribe.path, body: { endpoint } });
  return null;
}

/** Tells the server again, in `language`; without one nobody here has asked for messages, and there is to be no subscription. */
export async function keep(platform: PushPlatform, client: Caller, language: Language | null): Promise<PushProblem | null> {
  const registration = await platform.registration();
  if (!registration) return null;
  if (language !== null) return register(platform, client, registration, language);
  await forget(platform);
  return null;
}

/** Ends the browser's subscription; answers its endpoint, or null where there was none. */
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
  // The person left this device meanwhile.
  if (client.isStopped) {
    await forget(platform);
    return null;
  }
  if (outcome.kind === 'no-network') return unreached(outcome);
  if (outcome.status !== 200) {
    console.info('Failed to subscribe to push notifications on the server.', outcome.status);
    // What it could not look at now is told again at the next start.
    if (mayPass(outcome.status)) return 'unavailable';
    // One that the server does not take is of no use, and would not be another one next time.
    await forget(platform);
    return 'refused';
  }
  platform.store.setItem(subscriptionKey, text);
  platform.store.setItem(ownerKey, String(client.userId));
  return null;
}

/** The browser's subscription with the server's key (RFC 8292), a new one where there is none; or why the key could not be had. */
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

/** A proxy that does not reach the server is no want of a network. */
const unreached = ({ gateway }: Unreached): PushProblem => (gateway ? 'unavailable' : 'no_network');

/** Whether another try may have another answer. */
const mayPass = (status: number): boolean => status >= 500 || [401, 408, 425, 429].includes(status);

/** A server that was set up anew has other keys, and cannot send to subscriptions made with the old ones. */
function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = options?.applicationServerKey;
  if (!key) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey.replaceAll('=', '');
}
