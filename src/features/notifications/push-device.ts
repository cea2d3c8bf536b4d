import type { Language } from '../../../contract/languages.ts';
import type { SyncClient } from '../../sync/engine/client.ts';
import { type Observable, observed } from '../../sync/device/observable.ts';
import type { Unreached } from '../../sync/wire/transport.ts';
import { browserPlatform, type PushPlatform, type PushRegistration } from './platform.ts';

export type PushProblem = 'needs_install' | 'unsupported' | 'denied' | 'no_worker' | 'no_network' | 'unavailable' | 'refused' | 'failed';

/** `problem` is null where it worked. */
export interface PushResult {
  readonly problem: PushProblem | null;
}

export interface PushState {
  /** A subscription of this person is stored here, and notifications are allowed. */
  readonly subscribed: boolean;
  readonly permission: NotificationPermission;
}

type Caller = Pick<SyncClient, 'call' | 'userId'>;

const subscriptionKey = 'push-subscription';
/** Whose it is: a phone is passed on, and the next person has not asked for anything. */
const ownerKey = 'push-subscription-of';

/** The bell is in the first screen, and what the calls look like is not. */
const calls = () => import('../../../contract/endpoints.ts');

/** This device as the receiver of push messages. */
export class PushDevice {
  readonly #platform: PushPlatform;
  readonly #state = observed<PushState>({ subscribed: false, permission: 'default' });
  #userId: number | null = null;
  /** What is under way: what is turned off must not be turned on again by something that began before. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(platform: PushPlatform) {
    this.#platform = platform;
  }

  get state(): Observable<PushState> {
    return this.#state;
  }

  get support(): ReturnType<PushPlatform['support']> {
    return this.#platform.support();
  }

  /** Looks again at what is stored and allowed, for the person who is signed in. */
  look(userId: number): void {
    this.#userId = userId;
    const { store } = this.#platform;
    const permission = this.#platform.permission();
    const stored = store.getItem(subscriptionKey) !== null && store.getItem(ownerKey) === String(userId);
    const state = { subscribed: stored && permission === 'granted', permission };
    const { subscribed: was, permission: before } = this.#state.get();
    if (was !== state.subscribed || before !== permission) this.#state.set(state);
  }

  /** Asks for permission where that has not been settled. Must follow a tap. */
  async allow(): Promise<PushProblem | null> {
    const support = this.#platform.support();
    if (support !== 'supported') return support === 'needs-install' ? 'needs_install' : 'unsupported';
    const permission = this.#platform.permission() === 'granted' ? 'granted' : await this.#platform.askPermission();
    return permission === 'granted' ? null : 'denied';
  }

  /** Subscribes this device, and tells the server, which writes in `language`. Whatever stands in the way is logged and answered. */
  async subscribe(client: Caller, language: Language): Promise<PushResult> {
    return this.#settled(client, async () => {
      const problem = await this.allow();
      if (problem) return problem;
      const registration = await this.#platform.registration();
      return registration ? this.#register(client, registration, language) : 'no_worker';
    });
  }

  /** Ends it here and on the server. Here it ends in any case. */
  async unsubscribe(client: Caller): Promise<PushResult> {
    return this.#settled(client, async () => {
      const endpoint = await this.#end();
      if (endpoint === null) return null;
      const { unsubscribe } = await calls();
      await client.call({ method: 'POST', path: unsubscribe.path, body: { endpoint } });
      return null;
    });
  }

  /**
   * At each start: tells the server again, which may have dropped the subscription with an old session, and renews one that the browser
   * has replaced. What belongs to somebody else, or to nobody any more, is ended.
   */
  async keep(client: Caller, language: Language): Promise<void> {
    await this.#settled(client, async () => {
      if (this.#platform.support() !== 'supported') return null;
      this.look(client.userId);
      const { subscribed, permission } = this.#state.get();
      if (permission !== 'granted') return null;
      const registration = await this.#platform.registration();
      if (!registration) return null;
      if (subscribed) return this.#register(client, registration, language);
      await this.#end();
      return null;
    });
  }

  /** At a logout: nothing is shown here any more to whoever holds this phone. The server forgets it with the session. */
  async forget(): Promise<void> {
    try {
      await this.#end();
      await this.#inTurn(() => this.#end());
    } catch (error) {
      console.info('the push subscription was not ended in the browser', error);
    }
  }

  async #register(client: Caller, registration: PushRegistration, language: Language): Promise<PushProblem | null> {
    const subscription = await this.#current(client, registration);
    if (typeof subscription === 'string') return subscription;
    const text = JSON.stringify(subscription);
    const { subscribe } = await calls();
    const outcome = await client.call({ method: 'POST', path: subscribe.path, body: { subscription: text, language } });
    if (outcome.kind === 'no-network') return unreached(outcome);
    if (outcome.status !== 200) {
      console.info('Failed to subscribe to push notifications on the server.', outcome.status);
      // What it could not look at now is told again at the next start.
      if (mayPass(outcome.status)) return 'unavailable';
      // One that the server does not take is of no use, and would not be another one next time.
      await this.#end();
      return 'refused';
    }
    this.#platform.store.setItem(subscriptionKey, text);
    this.#platform.store.setItem(ownerKey, String(client.userId));
    return null;
  }

  /** The browser's subscription with the server's key (RFC 8292), a new one where there is none; or why the key could not be had. */
  async #current(client: Caller, { pushManager }: PushRegistration): Promise<PushSubscription | PushProblem> {
    const { pushKey } = await calls();
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

  /** Ends the browser's subscription; answers its endpoint, or null where there was none. */
  async #end(): Promise<string | null> {
    const { store } = this.#platform;
    const stored = store.getItem(subscriptionKey);
    store.removeItem(subscriptionKey);
    store.removeItem(ownerKey);
    if (this.#userId !== null) this.look(this.#userId);
    if (this.#platform.support() !== 'supported') return null;
    const subscription = await (await this.#platform.registration())?.pushManager.getSubscription();
    await subscription?.unsubscribe();
    return subscription?.endpoint ?? endpointIn(stored);
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(task, task);
    this.#last = done;
    return done;
  }

  async #settled(client: Caller, task: () => Promise<PushProblem | null>): Promise<PushResult> {
    const problem = await this.#inTurn(task).catch((error: unknown): PushProblem => {
      console.info('push', error);
      return 'failed';
    });
    if (problem) console.info(`no push subscription: ${problem}`);
    this.look(client.userId);
    return { problem };
  }
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

function endpointIn(stored: string | null): string | null {
  if (stored === null) return null;
  return (JSON.parse(stored) as { endpoint?: string }).endpoint ?? null;
}

/** The one of this browser. */
export const pushDevice = new PushDevice(browserPlatform());
