import { times } from '#contract/times.ts';
import { type Observable, observed } from '#lib/observable.ts';
import type { Ports } from './ports.ts';

/** Differences up to this (ms) between the clocks are ignored. */
const tolerance = 3 * times.minute;

const key = 'clock-skew';
/** Key of the device's time when the skew was last known to be right. */
const atKey = 'clock-skew-at';

/** The device's two clocks at one moment. */
interface ClockSample {
  readonly now: number;
  readonly elapsed: number;
}

const jumpBetween = (before: ClockSample, after: ClockSample): number => after.now - before.now - (after.elapsed - before.elapsed);

/**
 * The server's time: a device's clock may be hours or years off. The skew comes from the last answer and is stored for starts without a
 * network.
 */
export class ServerClock {
  readonly #ports: Pick<Ports, 'now' | 'elapsed' | 'store'>;
  readonly #skew = observed(0);
  /** The observable follows a moment later, as the time is read during rendering. */
  #current = 0;
  /** The reading when the server last sent the time. */
  #received: ClockSample | null = null;
  /** The last reading of both clocks, to detect that the clock was set. */
  #compared: ClockSample | null = null;
  #notedAt = -Infinity;

  constructor(ports: Pick<Ports, 'now' | 'elapsed' | 'store'>) {
    this.#ports = ports;
  }

  /** How far (ms) the server's clock is ahead of this device's; 0 for small differences. */
  get skew(): Observable<number> {
    return this.#skew;
  }

  /** True if the server has sent the time since the start and since the device's clock was last set. A stored skew does not count. */
  get hasServerTime(): boolean {
    // Sleep looks like a set clock; the next answer clarifies it.
    return this.#received !== null && Math.abs(jumpBetween(this.#received, this.#read())) < tolerance;
  }

  /** Returns milliseconds since the epoch. */
  now(): number {
    this.#compare();
    return this.#ports.now() + this.#current;
  }

  /** Reads the stored skew. Never rejects. */
  async load(): Promise<void> {
    const { store } = this.#ports;
    const [skew = 0, at] = await Promise.all([store.get<number>(key), store.get<number>(atKey)]).catch(() => []);
    this.#compared = this.#read();
    this.#current = at === undefined ? skew : keptSkew(skew, at, this.#compared.now);
    this.#skew.set(this.#current);
  }

  /** Receives the server's time (ms), which has a resolution of one second. */
  receive(time: number): void {
    if (!Number.isFinite(time)) return;
    this.#compare();
    const reading = this.#read();
    this.#received = reading;
    const measured = time - reading.now;
    const next = Math.abs(measured) > tolerance ? measured : 0;
    // A slow answer is not another skew.
    const isOther = next === 0 || Math.abs(next - this.#current) >= times.minute;
    if (isOther && next !== this.#current) this.#change(next);
    else if (next !== 0 && Math.abs(reading.now - this.#notedAt) > times.minute) this.#note();
    this.#skew.set(this.#current);
  }

  #read(): ClockSample {
    return { now: this.#ports.now(), elapsed: this.#ports.elapsed() };
  }

  /** Detects that the device's clock was set, as the next answer may be days away. */
  #compare(): void {
    const [before, after] = [this.#compared, this.#read()];
    this.#compared = after;
    const jump = before === null ? 0 : jumpBetween(before, after);
    const left = this.#current - jump;
    const isRight = Math.abs(left) <= tolerance;
    // Sleep looks like a clock set forward, and a clock without a known skew may have been set right.
    const isKnown = jump < 0 && this.#received !== null;
    if (Math.abs(jump) < tolerance || !(isRight || isKnown)) return;
    this.#change(isRight ? 0 : left);
    queueMicrotask(() => this.#skew.set(this.#current));
  }

  #change(skew: number): void {
    this.#current = skew;
    void this.#ports.store.set(key, skew).catch(() => undefined);
    this.#note();
  }

  #note(): void {
    this.#notedAt = this.#ports.now();
    void this.#ports.store.set(atKey, this.#notedAt).catch(() => undefined);
  }
}

/** Returns the part of a skew that is left after a start, by the device's time when it was known (`at`) and now. */
function keptSkew(skew: number, at: number, now: number): number {
  const isPossible = now >= at + skew - tolerance;
  // The clock was set back: to the right time, or to an earlier one.
  if (now < at - tolerance) return isPossible ? 0 : at + skew - now;
  // A clock that was days behind has advanced by more: it was set right, or the app was closed for that long.
  return skew > times.day && isPossible ? 0 : skew;
}

export function byServerClock<P extends Pick<Ports, 'now' | 'elapsed' | 'store'>>(
  ports: P,
  clock = new ServerClock(ports),
): { ports: P; clock: ServerClock } {
  const own: Pick<Ports, 'now' | 'receiveServerTime' | 'hasServerTime'> = {
    now: () => clock.now(),
    receiveServerTime: (time) => clock.receive(time),
    hasServerTime: () => clock.hasServerTime,
  };
  // Inherited, so that later changes of the given ports take effect.
  return { clock, ports: Object.assign(Object.create(ports) as P, own) };
}
