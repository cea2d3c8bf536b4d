import { v7 } from 'uuid';
import { EventDatabase } from '../../src/db/database.ts';
import { drainInWorker } from '../../src/sync/drain-in-worker.ts';
import type { Ports } from '../../src/sync/ports.ts';
import { Session } from '../../src/sync/session.ts';
import type { SimulatedClock } from './clock.ts';
import type { Device } from './device.ts';
import { cutConnection, noteActivity } from './quiet.ts';

/** One tab, or one run of the service worker, on a device: the real client over simulated ports. A killed one never wakes again. */
export class Tab {
  readonly device: Device;
  readonly session: Session;
  readonly ports: Ports;
  readonly #databases: EventDatabase[] = [];
  readonly #timers = new Set<() => void>();
  readonly #onKill: (() => void)[] = [];
  #listener: (() => void) | null = null;
  alive = true;

  constructor(device: Device, clock: SimulatedClock) {
    this.device = device;
    this.ports = this.#makePorts(clock);
    this.session = new Session(this.ports, this.openDatabase);
  }

  readonly openDatabase = (userId: number): EventDatabase => {
    const db = new EventDatabase(userId, { indexedDB: this.device.indexedDB, IDBKeyRange: this.device.keyRange });
    db.blobs.hook('creating', () => {
      if (this.device.full) throw new DOMException('No room', 'QuotaExceededError');
    });
    this.#databases.push(db);
    return db;
  };

  /** What a sync event does: a drain in a worker of its own. */
  async drainAsWorker(): Promise<void> {
    await drainInWorker(this.ports, this.openDatabase);
  }

  /** Whether this is one of the connections that the tab has opened. */
  holds(connection: unknown): boolean {
    return this.#databases.some((db) => db.backendDB() === connection);
  }

  /** Calls it if this tab is killed one day. */
  onKill(hear: () => void): void {
    this.#onKill.push(hear);
  }

  kill(): void {
    this.alive = false;
    for (const hear of this.#onKill) hear();
    const state = this.session.state.get();
    if (state.status === 'signed-in') state.client.stop();
    for (const cancel of this.#timers) cancel();
    for (const db of this.#databases) {
      cutConnection(db.backendDB());
      db.close();
    }
    this.device.locks.drop(this);
    this.device.network.drop(this);
    noteActivity();
  }

  hearSession(): void {
    if (this.alive) this.#listener?.();
  }

  #makePorts(clock: SimulatedClock): Ports {
    const { device } = this;
    // A killed tab waits for ever: nothing of it goes on after a port.
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
      setTimer,
      random: () => device.random.next(),
      newId: () => v7({ msecs: clock.now() + device.clockSkew, random: device.randomBytes(), seq: device.nextSequence() }),
      fetch: (path, init) => living(() => device.network.fetch(this, path, init)),
      upload: (path, init) => living(() => device.network.fetch(this, path, init)),
      forgetPictures: async () => {},
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
        device.wakeUpAsked = true;
      },
      askToPersist: () => {},
      announceSession: () => device.announce(this),
      onSessionAnnounced: (listener) => {
        this.#listener = listener;
        return () => {
          this.#listener = null;
        };
      },
      reportFault: (fault) => device.faults.push(fault),
    };
  }
}
