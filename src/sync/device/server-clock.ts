import { times } from '../../../contract/times.ts';
import { type Observable, observed } from '../../lib/observable.ts';
import type { Ports } from './ports.ts';

/** So far (ms) a device's clock may be away from the server's before times go by the server's. */
const tolerance = 3 * times.minute;

const key = 'clock-skew';
/** The time of the device's clock when the skew was last known to be right. */
const atKey = 'clock-skew-at';

/** The device's two clocks at one moment. */
interface Reading {
  readonly now: number;
  readonly elapsed: number;
}

const jumpBetween = (before: Reading, after: Reading): number => after.now - before.now - (after.elapsed - before.elapsed);

/** The time as the server has it: a device's clock may be hours or years away. Known from the last answer, and kept for starts without network. */
export class ServerClock {
  readonly #ports: Pick<Ports, 'now' | 'elapsed' | 'store'>;
  readonly #skew = observed(0);
  /** The observable follows it a moment later: the time is read while screens are drawn. */
  #current = 0;
  /** When the server has last said the time. */
  #heard: Reading | null = null;
  /** When the two clocks were last compared. */
  #compared: Reading | null = null;
  #notedAt = -Infinity;

  constructor(ports: Pick<Ports, 'now' | 'elapsed' | 'store'>) {
    this.#ports = ports;
  }

  /** How far (ms) the server's clock is ahead of this device's; 0 where the two are as good as the same. */
  get skew(): Observable<number> {
    return this.#skew;
  }

  /** Whether the server has said the time since the app was opened and the device's clock was last set: what was kept may be wrong by that. */
  get hasHeard(): boolean {
    // A device that slept may look as if its clock had been set: then the next answer tells.
    return this.#heard !== null && Math.abs(jumpBetween(this.#heard, this.#read())) < tolerance;
  }

  /** Milliseconds since the epoch. */
  now(): number {
    this.#compare();
    return this.#ports.now() + this.#current;
  }

  /** What was known when the app was last open. Never rejects. */
  async load(): Promise<void> {
    const { store } = this.#ports;
    const [skew = 0, at] = await Promise.all([store.get<number>(key), store.get<number>(atKey)]).catch(() => []);
    this.#compared = this.#read();
    this.#current = at === undefined ? skew : keptSkew(skew, at, this.#compared.now);
    this.#skew.set(this.#current);
  }

  /** The server has just said what time it is (ms); its answers say it in whole seconds. */
  hear(time: number): void {
    if (!Number.isFinite(time)) return;
    this.#compare();
    const reading = this.#read();
    this.#heard = reading;
    const heard = time - reading.now;
    const next = Math.abs(heard) > tolerance ? heard : 0;
    // A slow answer is no other clock.
    const isOther = next === 0 || Math.abs(next - this.#current) >= times.minute;
    if (isOther && next !== this.#current) this.#change(next);
    else if (next !== 0 && Math.abs(reading.now - this.#notedAt) > times.minute) this.#note();
    this.#skew.set(this.#current);
  }

  #read(): Reading {
    return { now: this.#ports.now(), elapsed: this.#ports.elapsed() };
  }

  /** Notices that somebody has set the device's clock, which the server may not say for days. */
  #compare(): void {
    const [before, after] = [this.#compared, this.#read()];
    this.#compared = after;
    const jump = before === null ? 0 : jumpBetween(before, after);
    const left = this.#current - jump;
    const isRight = Math.abs(left) <= tolerance;
    // A device that slept looks as if its clock had been set forward, and a clock that was never known may have been set right.
    const isKnown = jump < 0 && this.#heard !== null;
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

/** Returns the part of a skew that is left after a start, by the device's clock when it was known (`at`) and now. */
function keptSkew(skew: number, at: number, now: number): number {
  const isPossible = now >= at + skew - tolerance;
  // It was set back: to the right time, or to one that has been already.
  if (now < at - tolerance) return isPossible ? 0 : at + skew - now;
  // It was behind by days and has gone on by more: it was set right, or the app was closed for as long.
  return skew > times.day && isPossible ? 0 : skew;
}

/** The same ports, by the server's time. */
export function byServerClock<P extends Pick<Ports, 'now' | 'elapsed' | 'store'>>(
  ports: P,
  clock = new ServerClock(ports),
): { ports: P; clock: ServerClock } {
  const own: Pick<Ports, 'now' | 'hearTime' | 'hasHeardTime'> = {
    now: () => clock.now(),
    hearTime: (time) => clock.hear(time),
    hasHeardTime: () => clock.hasHeard,
  };
  // All else is whatever the given ports say at the time.
  return { clock, ports: Object.assign(Object.create(ports) as P, own) };
}
