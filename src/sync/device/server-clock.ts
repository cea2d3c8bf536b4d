import { times } from '../../../contract/times.ts';
import { type Observable, observed } from './observable.ts';
import type { Ports } from './ports.ts';

/** So far (ms) a device's clock may be away from the server's before times go by the server's. */
const tolerance = 3 * times.minute;

const key = 'clock-skew';

/** The time as the server has it: a device's clock may be hours or years away. Known from the last answer, and kept for starts without network. */
export class ServerClock {
  readonly #ports: Pick<Ports, 'now' | 'elapsed' | 'store'>;
  readonly #skew = observed(0);
  /** By the device's two clocks, when the server has last said the time. */
  #heard: { readonly now: number; readonly elapsed: number } | null = null;

  constructor(ports: Pick<Ports, 'now' | 'elapsed' | 'store'>) {
    this.#ports = ports;
  }

  /** How far (ms) the server's clock is ahead of this device's; 0 where the two are as good as the same. */
  get skew(): Observable<number> {
    return this.#skew;
  }

  /** Whether the server has said the time since the app was opened and the device's clock was last set: what was kept may be wrong by that. */
  get hasHeard(): boolean {
    if (!this.#heard) return false;
    const { now, elapsed } = this.#heard;
    // A device that slept may look as if its clock had been set: then the next answer tells.
    return Math.abs(this.#ports.now() - now - (this.#ports.elapsed() - elapsed)) < tolerance;
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#ports.now() + this.#skew.get();
  }

  /** What was known when the app was last open. Never rejects. */
  async load(): Promise<void> {
    this.#skew.set((await this.#ports.store.get<number>(key).catch(() => undefined)) ?? 0);
  }

  /** The server has just said what time it is (ms); its answers say it in whole seconds. */
  hear(time: number): void {
    if (!Number.isFinite(time)) return;
    const now = this.#ports.now();
    this.#heard = { now, elapsed: this.#ports.elapsed() };
    const heard = time - now;
    const next = Math.abs(heard) > tolerance ? heard : 0;
    // A slow answer is no other clock.
    if (next !== 0 && Math.abs(next - this.#skew.get()) < times.minute) return;
    if (next === this.#skew.get()) return;
    this.#skew.set(next);
    void this.#ports.store.set(key, next).catch(() => undefined);
  }
}

/** The same ports, by the server's time. */
export function byServerClock(ports: Ports): { ports: Ports; clock: ServerClock } {
  const clock = new ServerClock(ports);
  const own: Pick<Ports, 'now' | 'hearTime' | 'hasHeardTime'> = {
    now: () => clock.now(),
    hearTime: (time) => clock.hear(time),
    hasHeardTime: () => clock.hasHeard,
  };
  // All else is whatever the given ports say at the time.
  return { clock, ports: Object.assign(Object.create(ports) as Ports, own) };
}
