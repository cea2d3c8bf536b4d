import type { FastifyInstance } from 'fastify';
import { createApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import type { Clock, Timers } from '#server/lib/clock.ts';
import { PushDelivery } from '#server/push/delivery.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import type { Store } from '#server/store/store.ts';
import { type PushService, pushName } from './push-service.ts';
import type { ServerStream } from './server-stream.ts';
import type { Random } from '../world/random.ts';

/** A life of the server: the same parts as in `main.ts`, without a port. */
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
  /** Resolves when all work that nobody awaits is done. */
  readonly whenIdle: () => Promise<void>;
  /** Receives faults that a real process only logs. */
  readonly onFault: (fault: unknown) => void;
}

export async function startProcess({
  store,
  config,
  clock,
  timers,
  random,
  pushService,
  whenIdle,
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
  await whenIdle();
  return Object.assign(sender, { app, delivery, streams: [] });
}

/** Kills the process; its connections break at once. */
export function die(process: ServerProcess): void {
  process.dead = true;
  for (const stream of process.streams) stream.break();
}

/** Notes claimed jobs that are neither settled nor being sent: whether their messages arrived is unknown. */
export async function noteHalfSent(store: Store, pushService: PushService): Promise<void> {
  const jobs = await sqlOf(store.reading)
    .selectFrom('push_jobs')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'push_jobs.subscription_id')
    .select(['endpoint', 'subject'])
    .where('state', '=', 'sending')
    .execute();
  for (const { endpoint, subject } of jobs) pushService.noteHalfSent(pushName(endpoint, subject));
}
