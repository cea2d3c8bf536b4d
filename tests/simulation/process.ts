import type { FastifyInstance } from 'fastify';
import { createApp } from '../../server/app.ts';
import type { Config } from '../../server/config.ts';
import { PushDelivery } from '../../server/push/delivery.ts';
import { sqlOf } from '../../server/store/engine/handles.ts';
import type { Store } from '../../server/store/store.ts';
import type { SimulatedClock } from './clock.ts';
import { type PushService, pushName } from './push-service.ts';
import type { ServerStream } from './server-stream.ts';
import { turns } from './quiet.ts';
import type { Random } from './random.ts';

/** From the waking of the delivery until its messages are on their way; nothing in between waits for anything but the database. */
const turnsOfDelivery = 8;

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
  readonly clock: SimulatedClock;
  readonly random: Random;
  readonly pushService: PushService;
  /** Hears what a living process would only have logged. */
  readonly onFault: (fault: unknown) => void;
}

export async function startProcess({ store, config, clock, random, pushService, onFault }: ProcessOptions): Promise<ServerProcess> {
  const sender = { dead: false };
  const log = {
    warn: () => {},
    error: ({ err }: { err?: unknown }) => {
      if (!sender.dead) onFault(err);
    },
  };
  const app = await createApp({ config, store, clock, timers: clock, logger: false });
  for (const name of await halfSent(store)) pushService.unsure.add(name);
  const send = pushService.senderOf(sender);
  const delivery = new PushDelivery({ store, clock, send, log, origin: '', random: () => random.next() });
  delivery.start();
  await turns(turnsOfDelivery);
  return Object.assign(sender, { app, delivery, streams: [] });
}

/** Whatever was connected notices at once. */
export function die(process: ServerProcess): void {
  process.dead = true;
  for (const stream of process.streams) stream.breakOff();
}

/** Runs something that the delivery reacts to, until it has. */
export async function inDelivery(work: () => void): Promise<void> {
  work();
  await turns(turnsOfDelivery);
}

/** Jobs that the last process had taken and not settled: they may have arrived. */
async function halfSent(store: Store): Promise<string[]> {
  const jobs = await sqlOf(store.reading)
    .selectFrom('push_jobs')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'push_jobs.subscription_id')
    .select(['endpoint', 'subject'])
    .where('state', '=', 'sending')
    .execute();
  return jobs.map(({ endpoint, subject }) => pushName(endpoint, subject));
}
