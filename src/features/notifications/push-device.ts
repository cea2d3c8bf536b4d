import type { Language } from '#contract/languages.ts';
import { type Observable, observed } from '#lib/observable.ts';
import { browserPlatform, ownerKey, type PushPlatform, type PushProblem, subscriptionKey } from './platform.ts';
import type { Caller } from './subscriptions.ts';

export interface PushResult {
  readonly problem: PushProblem | null;
}

export interface PushState {
  /** True if a subscription of this person is stored here and notifications are allowed. */
  readonly subscribed: boolean;
  readonly permission: NotificationPermission;
}

/** The bell is on the first screen, so its code is loaded on demand. */
const subscriptions = () => import('./subscriptions.ts');

export class PushDevice {
  readonly #platform: PushPlatform;
  readonly #state = observed<PushState>({ subscribed: false, permission: 'default' });
  /** The last operation. Operations run one by one, so that an earlier one cannot turn on what a later one turned off. */
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

  /** Reads the stored subscription and the permission again for the signed-in user. */
  look(userId: number): void {
    const { store } = this.#platform;
    const permission = this.#platform.permission();
    const stored = store.getItem(subscriptionKey) !== null && store.getItem(ownerKey) === String(userId);
    const state = { subscribed: stored && permission === 'granted', permission };
    const { subscribed: was, permission: before } = this.#state.get();
    if (was !== state.subscribed || before !== permission) this.#state.set(state);
  }

  /** Requests the permission if it is undecided. Browsers require a tap before. */
  async allow(): Promise<PushProblem | null> {
    const support = this.#platform.support();
    if (support !== 'supported') return support === 'needs-install' ? 'needs_install' : 'unsupported';
    const permission = this.#platform.permission() === 'granted' ? 'granted' : await this.#platform.askPermission();
    return permission === 'granted' ? null : 'denied';
  }

  /** Subscribes this device, and registers it with the server, which writes in `language`. Logs and returns an obstacle. */
  async subscribe(client: Caller, language: Language): Promise<PushResult> {
    return this.#settled(client, async () => {
      const problem = await this.allow();
      return problem ?? (await subscriptions()).begin(this.#platform, client, language);
    });
  }

  /** Ends the subscription on the device in any case, and on the server if reachable. */
  async unsubscribe(client: Caller): Promise<PushResult> {
    return this.#settled(client, async () => (await subscriptions()).end(this.#platform, client));
  }

  /**
   * Registers again at each start, because the server may have dropped the subscription with an old session or the browser may have
   * replaced it. Ends a subscription of somebody else.
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

export const pushDevice = new PushDevice(browserPlatform());
