import type { FastifyInstance } from 'fastify';
import { createApp } from '../../../server/app.ts';
import type { Config } from '../../../server/config.ts';
import type { Clock, Timers } from '../../../server/lib/clock.ts';
import { PushDelivery } from '../../../server/push/delivery.ts';
import { sqlOf } from '../../../server/store/core/handles.ts';
import type { Store } from '../../../server/store/store.ts';
import { type PushService, pushName } from './push-service.ts';
import type { ServerStream } from './server-stream.ts';
import type { Random } from '../world/random.ts';

/** One life of the server: what `main.ts` puts together, without a port. */
export interface ServerProcess {
  readonly app: FastifyInstance;
  readonly delivery: PushDelivery;
  readonly streams: ServerStream[];
  dead: boolean;
}

export interface ProcessOptions {
  readonly store: Store;
  readonly config: Config;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly pushService: PushService;
  /** Resolves when what was begun without anybody waiting for it has been done. */
  readonly rest: () => Promise<void>;
  /** Hears what a living process would only have logged. */
  readonly onFault: (fault: unknown) => void;
}

export async function startProcess({
  store,
  config,
  clock,
  timers,
  random,
  pushService,
  rest,
  onFault,
}: ProcessOptions): Promise<ServerProcess> {
  const sender = { dead: false };
  const log = {
    warn: () => {},
    error: ({ err }: { err?: unknown }) => {
      if (!sender.dead) onFault(err);
    },
  };
  const app = await createApp({ config, store, clock, timers, logger: false });
  await noteHalfSent(store, pushService);
  const send = pushService.senderOf(sender);
  const delivery = new PushDelivery({ store, clock, send, log, origin: '', random: () => random.next() });
  delivery.start();
  await rest();
  return Object.assign(sender, { app, delivery, streams: [] });
}

/** Whatever was connected notices at once. */
export function die(process: ServerProcess): void {
  process.dead = true;
  for (const stream of process.streams) stream.breakOff();
}

/** Of jobs that were taken and neither settled nor are under way just now nobody knows whether they have arrived. */
export async function noteHalfSent(store: Store, pushService: PushService): Promise<void> {
  const jobs = await sqlOf(store.reading)
    .selectFrom('push_jobs')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'push_jobs.subscription_id')
    .select(['endpoint', 'subject'])
    .where('state', '=', 'sending')
    .execute();
  for (const { endpoint, subject } of jobs) pushService.noteHalfSent(pushName(endpoint, subject));
}
