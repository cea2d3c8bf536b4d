import type { SessionMark } from '../../../contract/session-mark.ts';
import type { ChosenPicture, WaitingBytes } from '../../db/records.ts';

export type { SessionMark };

/** What the engine needs from outside, passed in so that tests can play time, network and faults. Times are in milliseconds. */
export interface Ports {
  /** Milliseconds since the epoch; by this device's clock, where nobody has set it right. */
  now(): number;
  /** Milliseconds since some moment, by a clock that nobody sets: for how long a thing took. */
  elapsed(): number;
  /** Runs `task` once after `delay`; the answer cancels it. */
  setTimer(delay: number, task: () => void): () => void;
  /** 0 ≤ x < 1 */
  random(): number;
  /** A new UUIDv7 (RFC 9562). */
  newId(): string;
  /** Like `fetch` with a path of this origin; cookies go along. Rejects when there is no network. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** The same, telling how much of the body (0 to 1) has gone out, where the browser says so. */
  upload(path: string, init: RequestInit, onSent: (sent: number) => void): Promise<Response>;
  /** Draws a picture anew, small enough for a slow network; null where this runtime cannot. */
  shrink(picture: WaitingBytes): Promise<ChosenPicture | null>;
  /** Forgets the pictures of this origin that the browser keeps for use without network. */
  forgetPictures(): Promise<void>;
  /** Closes the notifications that are shown and ends the push subscription, in this browser alone. */
  forgetNotifications(): Promise<void>;
  /** Deletes all that the browser keeps for this origin outside of the databases, but for what the next person may find. */
  forgetTraces(): Promise<void>;
  /** The page that the next start shows first, before the app is there. */
  startPage: { keep(page: Response): Promise<void>; forget(): Promise<void> };
  /** The cookie that scripts can read, beside the refresh cookie, as this browser holds it. A worker holds none. */
  sessionMark: { get(): SessionMark | null; set(mark: SessionMark | null): void };
  /** Runs `work` while no other tab or worker of this browser holds `name`; with `patience` (ms) it waits that long, and then runs without. */
  withLock<T>(name: string, work: () => Promise<T>, patience?: number): Promise<T>;
  /** A few small values that outlive a user's database: who is signed in. */
  store: KeyValueStore;
  /** Asks the browser to wake the service worker when the network is back; does nothing where it cannot. */
  askForWakeUp(): void;
  /** Asks the browser not to evict what is stored here; asked when there is something to lose. */
  askToPersist(): void;
  /** Tells the other tabs of this browser that somebody signed in or out. */
  announceSession(): void;
  /** Hears it from them; the answer ends the listening. */
  onSessionAnnounced(listener: () => void): () => void;
  /** An answer of the server says what time it is there (ms since the epoch). */
  hearTime(time: number): void;
  /** Whether `now` is known to be right: nobody may judge how old a thing is by a clock that may be months away. */
  hasHeardTime(): boolean;
  /** A fault of ours that must not stay silent: an error nobody expected, or commands that wait while no attempt is planned. */
  reportFault(fault: unknown): void;
}

/** As much of them as the first screen needs. The others come with the code that uses them. */
export type EarlyPorts = Pick<Ports, 'now' | 'elapsed' | 'setTimer' | 'newId' | 'reportFault' | 'store' | 'forgetPictures'>;

export interface KeyValueStore {
  get<T>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown): Promise<void>;
  del(...keys: string[]): Promise<void>;
  /** The keys that begin with `prefix`. */
  keys(prefix: string): Promise<string[]>;
}
