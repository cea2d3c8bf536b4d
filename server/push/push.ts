import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import { allBeforeCommit, type BeforeCommit } from '../services/commands/hooks.ts';
import type { Store } from '../store/store.ts';
import { agendaHook } from './agenda-hook.ts';
import { announcementHook } from './announcement-hook.ts';
import { type DeliveryDeps, PushDelivery } from './delivery.ts';
import type { AddressRules } from '../lib/egress/addresses.ts';
import { createSender, type SendPush } from './send.ts';
import { Subscriptions } from './subscriptions.ts';
import { newsHook } from './news.ts';
import type { Vapid } from '../ops/vapid.ts';

export interface Push {
  /** The key with which browsers subscribe (RFC 8292), base64url. */
  readonly publicKey: string;
  readonly subscriptions: Subscriptions;
  readonly beforeCommit: BeforeCommit;
  readonly delivery: PushDelivery;
}

export interface PushDeps {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly vapid: Vapid;
  readonly log: DeliveryDeps['log'];
  readonly send?: SendPush | undefined;
}

export function createPush({ config, store, clock, vapid, log, send }: PushDeps): Push {
  const rules: AddressRules = { allowLoopback: config.allowLoopback };
  const origin = config.publicUrl?.origin ?? '';
  const delivery = new PushDelivery({ store, clock, log, origin, send: send ?? createSender({ vapid, rules }) });
  return {
    publicKey: vapid.publicKey,
    subscriptions: new Subscriptions({ store, clock, rules }),
    beforeCommit: allBeforeCommit(announcementHook({ origin, wake: delivery.wake }), agendaHook({ origin, wake: delivery.wake }), newsHook),
    delivery,
  };
}
