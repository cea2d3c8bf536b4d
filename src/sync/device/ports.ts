import type { SessionMark } from '#contract/session-mark.ts';
import type { ChosenPicture, WaitingBytes } from '#db/records.ts';

export type { SessionMark };

/** The engine's dependencies, passed in so that tests can simulate time, network and faults. Times are in milliseconds. */
export interface Ports {
  /** Milliseconds since the epoch, by the device's clock unless the server has corrected it. */
  now(): number;
  /** Milliseconds by a clock that cannot be set, for durations. */
  elapsed(): number;
  /** Runs `task` once after `delay`; the returned function cancels it. */
  setTimer(delay: number, task: () => void): () => void;
  /** Resolves when the app has nothing else to do. */
  idle(): Promise<void>;
  /** 0 ≤ x < 1 */
  random(): number;
  /** Returns a new UUIDv7 (RFC 9562). */
  newId(): string;
  /** Like `fetch` with a path of this origin and cookies. Rejects without a network. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** Like `fetch`, but reports the share of the body (0 to 1) that was sent, if the browser does. */
  upload(path: string, init: RequestInit, onSent: (sent: number) => void): Promise<Response>;
  /** Returns a picture small enough for a slow network, or null if this runtime cannot draw. */
  shrink(picture: WaitingBytes): Promise<ChosenPicture | null>;
  forgetPictures(): Promise<void>;
  /** Closes shown notifications and ends the push subscription, in this browser only. */
  forgetNotifications(): Promise<void>;
  /** Deletes this origin's data outside the databases, except for what the next person may see. */
  forgetTraces(): Promise<void>;
  /** The page that the next start shows before the app is loaded. */
  startPage: { keep(page: Response): Promise<void>; forget(): Promise<void> };
  /** The script-readable cookie that is set with the refresh cookie. A worker has none. */
  sessionMark: { get(): SessionMark | null; set(mark: SessionMark | null): void };
  /** Runs `work` while no other tab or worker holds `name`. After `patience` (ms) it runs without the lock. */
  withLock<T>(name: string, work: () => Promise<T>, patience?: number): Promise<T>;
  /** Small values outside the databases of the accounts, such as the signed-in user. */
  store: KeyValueStore;
  /** Asks the browser to wake the service worker when the network is back, if it can. */
  askForWakeUp(): void;
  askToPersist(): void;
  /** Notifies the other tabs of a sign-in or sign-out. */
  announceSession(): void;
  /** Calls `listener` for the other tabs' notifications; the returned function ends that. */
  onSessionAnnounced(listener: () => void): () => void;
  /** Receives the time of a server answer (ms since the epoch). */
  receiveServerTime(time: number): void;
  /** True if `now` is known to be right; the age of a command must not be judged by a clock that may be months off. */
  hasServerTime(): boolean;
  /** Reports a programming fault: an unexpected error, or pending commands without a planned try. */
  reportFault(fault: unknown): void;
}

/** The ports of the first screen; the others are loaded with the code that uses them. */
export type EarlyPorts = Pick<Ports, 'now' | 'elapsed' | 'setTimer' | 'newId' | 'reportFault' | 'store' | 'forgetPictures'>;

export interface KeyValueStore {
  get<T>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown): Promise<void>;
  del(...keys: string[]): Promise<void>;
  keys(prefix: string): Promise<string[]>;
}
