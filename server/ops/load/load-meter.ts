import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Hub } from '#server/services/feed/hub.ts';
import type { Writer } from '#server/services/commands/writer.ts';
import type { Store } from '#server/store/store.ts';
import type { Timers } from '#server/lib/clock.ts';
import type { Load, Meter } from './overload.ts';

/** In ms; subtracted from measured delays. */
const resolution = 20;
const nanoseconds = 1e6;

interface Measured {
  readonly store: Pick<Store, 'ping' | 'figures'>;
  readonly writer: Pick<Writer, 'takeLongestWait'>;
  readonly hub: Pick<Hub, 'takeMostWaiting'>;
  readonly timers: Pick<Timers, 'now'>;
}

export class LoadMeter implements Meter {
  readonly #measured: Measured;
  #delay: ReturnType<typeof monitorEventLoopDelay> | null = null;

  constructor(measured: Measured) {
    this.#measured = measured;
  }

  begin(): void {
    this.#delay = monitorEventLoopDelay({ resolution });
    this.#delay.enable();
  }

  async take(): Promise<Load> {
    const { writer, hub } = this.#measured;
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    return {
      loopDelay: this.#takeLoopDelay(),
      writerWait: writer.takeLongestWait(),
      pokesWaiting: hub.takeMostWaiting(),
      heapUsed: used / limit,
      databaseAnswer: await this.#answerOf(),
      walBytes: await this.#walBytes(),
    };
  }

  end(): void {
    this.#delay?.disable();
    this.#delay = null;
  }

  #takeLoopDelay(): number {
    const delay = this.#delay;
    if (!delay || delay.count === 0) return 0;
    const late = delay.percentile(99) / nanoseconds - resolution;
    delay.reset();
    return Math.max(0, late);
  }

  async #answerOf(): Promise<number> {
    const { store, timers } = this.#measured;
    const sentAt = timers.now();
    await store.ping();
    return timers.now() - sentAt;
  }

  /** Returns 0 if the figures cannot be read; that failure is reported elsewhere. */
  async #walBytes(): Promise<number> {
    const figures = await this.#measured.store.figures().catch(() => null);
    return figures?.walBytes ?? 0;
  }
}
