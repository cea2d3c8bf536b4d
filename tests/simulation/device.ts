import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { KeyValueStore } from '../../src/sync/ports.ts';
import { type Notice, noticeOf } from '../../src/sw/push.ts';
import type { SimulatedClock } from './clock.ts';
import { SimulatedLocks } from './locks.ts';
import { type Server, SimulatedNetwork } from './network.ts';
import { Random } from './random.ts';
import { Tab } from './tab.ts';

/** Where the app is at home. */
export const origin = 'https://camp.example';

/** A phone: one browser with its storage, cookies and locks, any number of tabs, and a clock that may be wrong. */
export class Device {
  readonly name: string;
  readonly random: Random;
  readonly network: SimulatedNetwork;
  readonly locks = new SimulatedLocks();
  readonly indexedDB = new IDBFactory();
  readonly keyRange = IDBKeyRange;
  /** How wrong its clock is (ms). */
  clockSkew: number;
  readonly faults: unknown[] = [];
  wakeUpAsked = false;
  /** There is no room for pictures. */
  full = false;
  /** Where this browser takes pushes for whoever is signed in. */
  pushEndpoint: string | null = null;
  /** Every endpoint that this browser ever had, and what its service worker has shown of what arrived there. */
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
    this.network = new SimulatedNetwork(options.server, new Random(options.seed + 1));
    this.clockSkew = options.clockSkew;
    this.#clock = options.clock;
  }

  /** What outlives tabs: the key-value store beside the databases. */
  readonly store: KeyValueStore = {
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

  /** The service worker: like a tab without a screen. */
  startWorker(): Tab {
    const worker = new Tab(this, this.#clock);
    this.#workers.push(worker);
    return worker;
  }

  /** What the service worker does with a push: it shows it, and touches no data. */
  hearPush(endpoint: string, payload: string): void {
    this.notices.push({ endpoint, notice: noticeOf(payload, origin) });
  }

  get livingTabs(): Tab[] {
    return this.#tabs.filter(({ alive }) => alive);
  }

  killAll(): void {
    for (const each of [...this.#tabs, ...this.#workers]) if (each.alive) each.kill();
  }

  announce(from: Tab): void {
    for (const tab of this.livingTabs) if (tab !== from) tab.hearSession();
  }

  randomBytes(): Uint8Array {
    return Uint8Array.from({ length: 16 }, () => this.random.below(256));
  }

  nextSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }
}
