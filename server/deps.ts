import type { Config } from './config.ts';
import type { Clock } from './context.ts';
import type { Auth } from './services/auth/auth.ts';
import type { Core } from './services/core.ts';
import type { Store } from './store/store.ts';
import type { Timers } from './timers.ts';

/** What the server is put together from; every route file gets it. */
export interface Deps extends Core {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly auth: Auth;
}
