import { SyncClient } from '../engine/client.ts';
import { begin } from './session-state.ts';
import type { Observable } from '../../lib/observable.ts';
import type { OpenDatabase } from './device-accounts.ts';
import type { EarlyPorts, Ports } from '../device/ports.ts';
import type { SessionState } from './session-state.ts';
import type { LoginResult, LogoutChoice, LogoutResult, Session } from './session.ts';
import type { Entrance } from './sign-in.ts';
import type { Site } from './server-settings.ts';
import { isNew, livesOf, signedIn } from './who-is-here.ts';
import { within } from '../../lib/timeout.ts';
import type { Outcome } from '../wire/transport.ts';

/** What screens ask of the session. */
export type SessionForScreens = Pick<
  Session,
  'state' | 'clockSkew' | 'site' | 'loadSite' | 'keepStartPage' | 'ask' | 'enter' | 'unsent' | 'logout' | 'leaveForGood' | 'retryStorage'
>;

/** The code that comes after the first screen. */
export interface SessionCode {
  readonly Session: typeof Session;
  /** Returns all ports of this runtime, made of those that are there already. */
  readonly portsFrom: (early: EarlyPorts) => Ports;
}

/** How long (ms) the person's database may take to open before the session itself finds out what is in the way. */
const openPatience = 1_000;

/** When (ms) code that could not be had is asked for again. */
const askAgain = 5_000;

const noNetwork = { kind: 'no-network' } as const;

/** The session before its code is there: who is here and what the device has of them is shown at once, and all else is done when the code has come. */
export class EarlySession implements SessionForScreens {
  readonly #ports: EarlyPorts;
  readonly #begun;
  readonly #openDatabase: OpenDatabase;
  readonly #code: () => Promise<SessionCode>;
  #session: Promise<Session> | null = null;
  #started: Promise<void> | null = null;

  constructor(ports: EarlyPorts, openDatabase: OpenDatabase, code: () => Promise<SessionCode>) {
    this.#ports = ports;
    this.#openDatabase = openDatabase;
    this.#code = code;
    this.#begun = begin(ports);
  }

  get state(): Observable<SessionState> {
    return this.#begun.state;
  }

  get clockSkew(): Observable<number> {
    return this.#begun.clock.skew;
  }

  get site(): Observable<Site> {
    return this.#begun.site;
  }

  /** Shows who is here; where that is not to be told at once, the session finds out. Never rejects. */
  async start(): Promise<void> {
    const { clock, state } = this.#begun;
    const [client] = await Promise.all([this.#open().catch(() => null), clock.load()]);
    // Somebody may have asked for the session meanwhile.
    if (client === null || this.#session) {
      client?.db.close();
      // Where there is a session after all, of which this device has lost all but the cookie, it takes the place of the sign-in.
      if (state.get().status === 'starting' && (await isNew(this.#ports.store).catch(() => false)))
        state.set({ status: 'signed-out', unsentOf: [] });
      return this.work();
    }
    this.#begun.client = client;
    client.watchHere();
    state.set({ status: 'signed-in', userId: client.userId, client });
  }

  /** Has the session's code work, now or as soon as it can be had. */
  work(): void {
    void this.#load().catch(() => this.#ports.setTimer(askAgain, () => this.work()));
  }

  async #open(): Promise<SyncClient | null> {
    const { store } = this.#ports;
    const userId = await signedIn(store);
    const life = userId === null ? undefined : await store.get<number>(livesOf(userId));
    if (userId === null || life === undefined) return null;
    const db = this.#openDatabase(userId, life);
    const isOpen = await within(this.#ports, openPatience, db.open(), null).catch(() => null);
    if (isOpen === null) {
      db.close();
      return null;
    }
    return new SyncClient({
      db,
      ports: this.#begun.ports,
      load: async () => {
        await this.#load();
        await this.#started;
      },
    });
  }

  /** Rejects where the code cannot be had. */
  #load(): Promise<Session> {
    this.#session ??= this.#code().then(
      ({ Session: Loaded, portsFrom }) => {
        const session = new Loaded(portsFrom(this.#ports), this.#openDatabase, this.#begun);
        this.#started = session.start();
        return session;
      },
      (error: unknown) => {
        this.#session = null;
        throw error;
      },
    );
    return this.#session;
  }

  async loadSite(): Promise<void> {
    const session = await this.#load().catch(() => null);
    await session?.loadSite();
  }

  async keepStartPage(client: SyncClient, page: Response | null): Promise<void> {
    const session = await this.#load().catch(() => null);
    await session?.keepStartPage(client, page);
  }

  async ask(call: Parameters<Session['ask']>[0]): Promise<Outcome> {
    const session = await this.#load().catch(() => null);
    return session ? session.ask(call) : noNetwork;
  }

  async enter(entrance: Entrance): Promise<LoginResult> {
    const session = await this.#load().catch(() => null);
    return session ? session.enter(entrance) : noNetwork;
  }

  async unsent(): ReturnType<Session['unsent']> {
    return (await this.#load()).unsent();
  }

  async logout(choice: LogoutChoice, calledOff?: AbortSignal): Promise<LogoutResult> {
    return (await this.#load()).logout(choice, calledOff);
  }

  async leaveForGood(password: string, shared: 'delete' | 'anonymise'): Promise<Outcome> {
    return (await this.#load()).leaveForGood(password, shared);
  }

  async retryStorage(anew: boolean): Promise<boolean> {
    return (await this.#load()).retryStorage(anew);
  }
}
