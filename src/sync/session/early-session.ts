import { SyncClient } from '../engine/client.ts';
import { begin } from './session-state.ts';
import type { Observable } from '#lib/observable.ts';
import type { OpenDatabase } from './device-accounts.ts';
import type { EarlyPorts, Ports } from '../device/ports.ts';
import type { SessionState } from './session-state.ts';
import type { LoginResult, LogoutChoice, LogoutResult, Session } from './session.ts';
import type { SignInMethod } from './sign-in.ts';
import type { Site } from './server-settings.ts';
import { isUnusedStore, databaseNumberKey, signedInUserId } from './account-keys.ts';
import { within } from '#lib/timeout.ts';
import type { Outcome } from '../wire/transport.ts';

export type SessionForScreens = Pick<
  Session,
  'state' | 'clockSkew' | 'site' | 'loadSite' | 'keepStartPage' | 'send' | 'signIn' | 'unsent' | 'logout' | 'leaveForGood' | 'retryStorage'
>;

export interface SessionCode {
  readonly Session: typeof Session;
  /** Returns all ports of this runtime, based on the existing ones. */
  readonly portsFrom: (early: EarlyPorts) => Ports;
}

/** How long (ms) the person's database may take to open before the full session examines the cause. */
const openPatience = 1_000;

/** Delay (ms) before a failed load of the code is repeated. */
const askAgain = 5_000;

const noNetwork = { kind: 'no-network' } as const;

/** The session before its code is loaded. It shows the signed-in user and the mirror at once; all other calls wait for the code. */
export class EarlySession implements SessionForScreens {
  readonly #ports: EarlyPorts;
  readonly #earlyState;
  readonly #openDatabase: OpenDatabase;
  readonly #code: () => Promise<SessionCode>;
  #session: Promise<Session> | null = null;
  #started: Promise<void> | null = null;

  constructor(ports: EarlyPorts, openDatabase: OpenDatabase, code: () => Promise<SessionCode>) {
    this.#ports = ports;
    this.#openDatabase = openDatabase;
    this.#code = code;
    this.#earlyState = begin(ports);
  }

  get state(): Observable<SessionState> {
    return this.#earlyState.state;
  }

  get clockSkew(): Observable<number> {
    return this.#earlyState.clock.skew;
  }

  get site(): Observable<Site> {
    return this.#earlyState.site;
  }

  /** Shows the signed-in user. If that takes long or fails, the full session decides. Never rejects. */
  async start(): Promise<void> {
    const { clock, state } = this.#earlyState;
    const [client] = await Promise.all([this.#open().catch(() => null), clock.load()]);
    // A call may have started the full session in between.
    if (client === null || this.#session) {
      client?.db.close();
      // If the device has lost everything except the refresh cookie, the full session replaces the sign-in later.
      if (state.get().status === 'starting' && (await isUnusedStore(this.#ports.store).catch(() => false)))
        state.set({ status: 'signed-out', unsentOf: [] });
      return this.work();
    }
    this.#earlyState.client = client;
    client.watchContext();
    state.set({ status: 'signed-in', userId: client.userId, client });
  }

  /** Starts the full session, and repeats the load of its code until it succeeds. */
  work(): void {
    void this.#load().catch(() => this.#ports.setTimer(askAgain, () => this.work()));
  }

  async #open(): Promise<SyncClient | null> {
    const { store } = this.#ports;
    const userId = await signedInUserId(store);
    const life = userId === null ? undefined : await store.get<number>(databaseNumberKey(userId));
    if (userId === null || life === undefined) return null;
    const db = this.#openDatabase(userId, life);
    const isOpen = await within(this.#ports, openPatience, db.open(), null).catch(() => null);
    if (isOpen === null) {
      db.close();
      return null;
    }
    return new SyncClient({
      db,
      ports: this.#earlyState.ports,
      load: async () => {
        await this.#load();
        await this.#started;
      },
    });
  }

  /** Rejects if the code cannot be loaded. */
  #load(): Promise<Session> {
    this.#session ??= this.#code().then(
      ({ Session: Loaded, portsFrom }) => {
        const session = new Loaded(portsFrom(this.#ports), this.#openDatabase, this.#earlyState);
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

  async send(call: Parameters<Session['send']>[0]): Promise<Outcome> {
    const session = await this.#load().catch(() => null);
    return session ? session.send(call) : noNetwork;
  }

  async signIn(method: SignInMethod): Promise<LoginResult> {
    const session = await this.#load().catch(() => null);
    return session ? session.signIn(method) : noNetwork;
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
