import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { v7 } from 'uuid';
import { EventDatabase } from '#db/database.ts';
import type { KeyValueStore, Ports } from '#sync/device/ports.ts';
import { readMark, sessionMark } from '#contract/session-mark.ts';
import { drainInWorker } from '#sync/session/drain-in-worker.ts';
import { EarlySession } from '#sync/session/early-session.ts';
import { Session } from '#sync/session/session.ts';
import { type Notice, noticeOf } from '#sw/push.ts';
import type { SimulatedClock } from './clock.ts';
import { SimulatedLocks } from './locks.ts';
import { type Server, SimulatedNetwork } from './network.ts';
import { smallerOf } from '../actions/grey-pictures.ts';
import { abortTransactions, noteActivity } from './idle.ts';
import { Random } from './random.ts';

export const origin = 'https://camp.example';

/** A phone: a browser with its storage, cookies and locks, any number of tabs, and a clock that may be wrong. */
export class Device {
  readonly name: string;
  readonly random: Random;
  readonly network: SimulatedNetwork;
  readonly locks = new SimulatedLocks();
  readonly indexedDB = new IDBFactory();
  readonly keyRange = IDBKeyRange;
  /** The error of its clock (ms). */
  clockSkew: number;
  readonly faults: unknown[] = [];
  wakeUpRequested = false;
  /** True if there is no storage left for pictures. */
  full = false;
  /** Resolves when the browser has time for work in the background. */
  idle: Promise<void> = Promise.resolve();
  /** True while the browser has an app that does not know windows. */
  hasOldApp = false;
  /** The number of times the app deleted cached pictures to free storage. */
  pictureEvictions = 0;
  pushEndpoint: string | null = null;
  /** Every endpoint that this browser ever had, and the notifications that its worker showed for them. */
  readonly endpoints = new Set<string>();
  readonly notices: { readonly endpoint: string; readonly notice: Notice }[] = [];
  readonly #clock: SimulatedClock;
  readonly #values = new Map<string, unknown>();
  readonly #tabs: Tab[] = [];
  readonly #workers: Tab[] = [];
  #sequence = 0;

  constructor(options: { name: string; server: Server; clock: SimulatedClock; clockSkew: number; seed: number }) {
    this.name = options.name;
    this.random = new Random(options.seed);
    this.network = new SimulatedNetwork(options.server, new Random(options.seed + 1), (delay, task) => options.clock.setTimer(delay, task));
    this.clockSkew = options.clockSkew;
    this.#clock = options.clock;
  }

  /** The key-value store, which outlives tabs like the databases. */
  store: KeyValueStore = {
    get: async <T>(key: string) => structuredClone(this.#values.get(key)) as T | undefined,
    set: async (key, value) => void this.#values.set(key, structuredClone(value)),
    del: async (...keys) => keys.forEach((key) => this.#values.delete(key)),
    keys: async (prefix) => [...this.#values.keys()].filter((key) => key.startsWith(prefix)),
  };

  openTab(): Tab {
    const tab = new Tab(this, this.#clock);
    this.#tabs.push(tab);
    return tab;
  }

  /** Starts a service worker, which is a tab without a screen. */
  startWorker(): Tab {
    const worker = new Tab(this, this.#clock);
    this.#workers.push(worker);
    return worker;
  }

  /** Shows a push, as the service worker does without any data access. */
  showPush(endpoint: string, payload: string): void {
    this.notices.push({ endpoint, notice: noticeOf(payload, origin) });
  }

  get livingTabs(): Tab[] {
    return this.#tabs.filter(({ alive }) => alive);
  }

  killAll(): void {
    for (const each of [...this.#tabs, ...this.#workers]) if (each.alive) each.kill();
  }

  announce(from: Tab): void {
    for (const tab of this.livingTabs) if (tab !== from) tab.notifySession();
  }

  randomBytes(): Uint8Array {
    return Uint8Array.from({ length: 16 }, () => this.random.below(256));
  }

  nextSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }
}

/** A tab or a run of the service worker on a device: the real client over simulated ports. A killed one never continues. */
export class Tab {
  readonly device: Device;
  readonly session: EarlySession;
  readonly ports: Ports;
  readonly #databases: EventDatabase[] = [];
  readonly #timers = new Set<() => void>();
  readonly #onKill: (() => void)[] = [];
  #listener: (() => void) | null = null;
  alive = true;

  constructor(device: Device, clock: SimulatedClock) {
    this.device = device;
    this.ports = this.#makePorts(clock);
    this.session = new EarlySession(this.ports, this.openDatabase, async () => ({ Session, portsFrom: () => this.ports }));
  }

  readonly openDatabase = (userId: number): EventDatabase => {
    const db = new EventDatabase(userId, { indexedDB: this.device.indexedDB, IDBKeyRange: this.device.keyRange });
    db.blobs.hook('creating', () => {
      if (this.device.full) throw new DOMException('No room', 'QuotaExceededError');
    });
    this.#databases.push(db);
    return db;
  };

  /** Opens the app: shows the signed-in user, then starts the engine. */
  async start(): Promise<void> {
    await this.session.start();
    this.session.work();
  }

  /** Drains in a worker of its own, like a sync event. */
  async drainAsWorker(): Promise<void> {
    await drainInWorker(this.ports, this.openDatabase);
  }

  holds(connection: unknown): boolean {
    return this.#databases.some((db) => db.backendDB() === connection);
  }

  onKill(listener: () => void): void {
    this.#onKill.push(listener);
  }

  kill(): void {
    this.alive = false;
    for (const listener of this.#onKill) listener();
    const state = this.session.state.get();
    if (state.status === 'signed-in') state.client.stop();
    for (const cancel of this.#timers) cancel();
    for (const db of this.#databases) {
      abortTransactions(db.backendDB());
      db.close();
    }
    this.device.locks.drop(this);
    this.device.network.drop(this);
    noteActivity();
  }

  notifySession(): void {
    if (this.alive) this.#listener?.();
  }

  #makePorts(clock: SimulatedClock): Ports {
    const { device } = this;
    // Ports of a killed tab never resolve, so that none of its code continues.
    const living = async <T>(work: () => Promise<T>): Promise<T> => {
      const dead = (): Promise<never> => new Promise(() => {});
      if (!this.alive) return dead();
      try {
        const value = await work();
        return this.alive ? value : await dead();
      } catch (error) {
        if (!this.alive) return dead();
        throw error;
      } finally {
        noteActivity();
      }
    };
    const setTimer: Ports['setTimer'] = (delay, task) => {
      if (!this.alive) return () => {};
      const cancel = clock.setTimer(delay, () => {
        this.#timers.delete(cancel);
        noteActivity();
        task();
      });
      this.#timers.add(cancel);
      return () => {
        this.#timers.delete(cancel);
        cancel();
      };
    };
    return {
      now: () => clock.now() + device.clockSkew,
      elapsed: () => clock.now(),
      setTimer,
      random: () => device.random.next(),
      newId: () => v7({ msecs: clock.now() + device.clockSkew, random: device.randomBytes(), seq: device.nextSequence() }),
      fetch: (path, init) => living(() => device.network.fetch(this, path, device.hasOldApp ? withoutWindows(init) : init)),
      upload: (path, init) => living(() => device.network.fetch(this, path, init)),
      shrink: async (picture) => smallerOf(picture),
      forgetPictures: async () => void (device.pictureEvictions += 1),
      forgetNotifications: async () => {},
      forgetTraces: async () => {},
      startPage: { keep: async () => {}, forget: async () => {} },
      sessionMark: {
        get: () => readMark(device.network.cookies.get(sessionMark.name)),
        set: (mark) => {
          if (mark === null) device.network.cookies.delete(sessionMark.name);
          else device.network.cookies.set(sessionMark.name, sessionMark.values[mark]);
        },
      },
      withLock: (name, work, patience) =>
        living(() =>
          device.locks.withLock(this, name, () => living(work), patience === undefined ? undefined : (task) => setTimer(patience, task)),
        ),
      store: {
        get: (key) => living(() => device.store.get(key)),
        set: (key, value) => living(() => device.store.set(key, value)),
        del: (...keys) => living(() => device.store.del(...keys)),
        keys: (prefix) => living(() => device.store.keys(prefix)),
      },
      askForWakeUp: () => {
        device.wakeUpRequested = true;
      },
      askToPersist: () => {},
      announceSession: () => device.announce(this),
      onSessionAnnounced: (listener) => {
        this.#listener = listener;
        return () => {
          this.#listener = null;
        };
      },
      receiveServerTime: () => {},
      hasServerTime: () => false,
      idle: () => living(() => device.idle),
      reportFault: (fault) => device.faults.push(fault),
    };
  }
}

/** Returns the request of an app that does not know windows. */
function withoutWindows(init: RequestInit): RequestInit {
  const headers = { ...(init.headers as Record<string, string>) };
  if (headers['accept']) headers['accept'] = headers['accept'].replace(';windows=1', '');
  return { ...init, headers };
}
