import type { Language } from '../../../contract/languages.ts';
import { type Observable, observed } from '../../lib/observable.ts';
import { browserPlatform, ownerKey, type PushPlatform, type PushProblem, subscriptionKey } from './platform.ts';
import type { Caller } from './subscriptions.ts';

/** `problem` is null where it worked. */
export interface PushResult {
  readonly problem: PushProblem | null;
}

export interface PushState {
  /** A subscription of this person is stored here, and notifications are allowed. */
  readonly subscribed: boolean;
  readonly permission: NotificationPermission;
}

/** The bell is in the first screen, and what it does is not. */
const subscriptions = () => import('./subscriptions.ts');

/** This device as the receiver of push messages. */
export class PushDevice {
  readonly #platform: PushPlatform;
  readonly #state = observed<PushState>({ subscribed: false, permission: 'default' });
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
      return problem ?? (await subscriptions()).begin(this.#platform, client, language);
    });
  }

  /** Ends it here and on the server. Here it ends in any case. */
  async unsubscribe(client: Caller): Promise<PushResult> {
    return this.#settled(client, async () => (await subscriptions()).end(this.#platform, client));
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
      return permission === 'granted' ? (await subscriptions()).keep(this.#platform, client, subscribed ? language : null) : null;
    });
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

/** The one of this browser. */
export const pushDevice = new PushDevice(browserPlatform());
