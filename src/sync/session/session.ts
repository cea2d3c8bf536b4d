import type { Dexie } from 'dexie';
import { eraseAccount, logout as logoutCall } from '#contract/endpoints/core.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { ApiClient, inSession, refreshToken } from '../wire/api-client.ts';
import { type EarlyState, begin, openDatabase as openHere, type SessionState } from './session-state.ts';
import { SyncClient } from '../engine/client.ts';
import { withEngine } from '../engine/engine.ts';
import { Connection } from '../wire/connection.ts';
import { countUnfinished } from '../outbox/draft-pictures.ts';
import { clearTraces, endSession, forgetPerson, leaveDevice } from './end-session.ts';
import { isWiped, reviveMirror, pendingFingerprints, wipeUnsent } from '../outbox/wipe.ts';
import type { Observable, Observed } from '#lib/observable.ts';
import { migrateOutbox } from '../outbox/migrate.ts';
import { type OpenDatabase, DeviceAccounts } from './device-accounts.ts';
import type { Ports } from '../device/ports.ts';
import { readReceived } from '../device/received-content.ts';
import { byServerClock, type ServerClock } from '../device/server-clock.ts';
import { type SignInMethod, refusalOf, type SignInAnswer } from './sign-in.ts';
import { type Site, SiteSettings } from './server-settings.ts';
import { storageProblemOf } from '../device/storage.ts';
import { within } from '#lib/timeout.ts';
import { type Call, isOverloaded, type Outcome, send } from '../wire/transport.ts';
import { unsentEntries } from '../outbox/loss-journal.ts';

export type LoginResult = { kind: 'signed-in' } | Exclude<SignInAnswer, { kind: 'token' }>;

/** Timeout of an erasure (ms): the server rewrites its whole database, so that nothing can be recovered from it. */
const leaveTimeout = 60_000;

export type LogoutChoice = 'send' | 'keep' | 'discard';
export type LogoutResult = { kind: 'done' } | { kind: 'still-unsent'; count: number } | { kind: 'called-off' };

/** How long (ms) the person's database may take to open before it is reported as blocked. */
const openPatience = 5_000;

/** How long (ms) unfinished input may take to be stored before another tab receives the database. */
const lastWords = 1_000;

/** How long (ms) another tab may take from the wipe to the end of its logout before it counts as killed. */
const logoutPatience = 10_000;

/** The session of this device. It is stored, so that the app opens without a network; only a 401 of the server or a logout ends it. */
export class Session {
  readonly #ports: Ports;
  readonly #people: DeviceAccounts;
  readonly #site: Observable<Site>;
  readonly #siteSettings: SiteSettings;
  readonly #clock: ServerClock;
  readonly #connection = new Connection();
  readonly #state: Observed<SessionState>;
  readonly #earlyState: EarlyState;
  #last: Promise<unknown> = Promise.resolve();
  /** The client whose erasure was requested without an answer: it may have been executed. */
  #leaving: SyncClient | null = null;

  constructor(ports: Ports, openDatabase: OpenDatabase = openHere, earlyState: EarlyState = begin(ports)) {
    this.#earlyState = earlyState;
    this.#ports = byServerClock(ports, earlyState.clock).ports;
    this.#clock = earlyState.clock;
    this.#state = earlyState.state;
    this.#people = new DeviceAccounts(ports, openDatabase);
    this.#site = earlyState.site;
    this.#siteSettings = new SiteSettings(ports, earlyState.site);
  }

  get state(): Observable<SessionState> {
    return this.#state;
  }

  /** How far (ms) the server's clock is ahead of this device's; 0 for small differences. */
  get clockSkew(): Observable<number> {
    return this.#clock.skew;
  }

  get site(): Observable<Site> {
    return this.#site;
  }

  /** Loads the operator's settings. Never rejects. */
  loadSite(): Promise<void> {
    return this.#siteSettings.load();
  }

  /** Stores the start page while this client's person is signed in; null deletes it. Never rejects. */
  async keepStartPage({ userId }: SyncClient, page: Response | null): Promise<void> {
    const done = page === null ? this.#people.forgetStartPage() : this.#people.keepStartPage(userId, page);
    await done.catch(() => undefined);
  }

  /** Sends one request without a token, with the refresh cookie. Never rejects. */
  send(call: Pick<Call, 'method' | 'path' | 'body' | 'timeout'>): Promise<Outcome> {
    return send(this.#ports, call);
  }

  /** Runs sign-ins, sign-outs and reactions to other tabs one after another, so that this tab never runs two engines. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async start(): Promise<void> {
    this.#people.sweep();
    this.#ports.onSessionAnnounced(() => void this.#inTurn(() => this.#follow()));
    return this.#inTurn(() => this.#beginOrReport());
  }

  /** Starts the session, or reports that the device's own store fails. */
  async #beginOrReport(): Promise<void> {
    try {
      await this.#clock.load();
      await this.#begin();
    } catch (error) {
      this.#state.set({ status: 'storage-failed', userId: null, problem: storageProblemOf(error) ?? 'lost', unsent: [] });
    }
  }

  async #begin(): Promise<void> {
    const userId = await this.#people.signedIn();
    const early = await this.#opened(userId);
    if (userId !== null) return this.#open(userId, { early });
    if (await this.#revokePending()) return this.#showSignedOut();
    // The browser shows a refusal as an error, so a device without a session sends no request.
    if (this.#ports.sessionMark.get() !== 'here') return this.#showSignedOut();
    const result = await refreshToken(this.#ports, this.#connection);
    if (result.kind !== 'token') return this.#showSignedOut();
    await this.#take(result);
  }

  /** Signs in with the given method. Resolves with `no-network` instead of rejecting. */
  signIn(method: SignInMethod): Promise<LoginResult> {
    return this.#inTurn(async () => {
      const problem = await this.#revokePending();
      if (problem) return problem.kind === 'no-network' ? problem : refusalOf(problem);
      const ask = async (call: Call): Promise<Outcome> => this.#connection.note(await send(this.#ports, call));
      return this.#take(await inSession(this.#ports, () => method(ask)));
    });
  }

  /** Returns the commands and the number of drafts that a logout would leave behind. */
  async unsent(): Promise<{ commands: OutboxEntry[]; drafts: number }> {
    const state = this.#state.get();
    if (state.status !== 'signed-in') return { commands: [], drafts: 0 };
    const { db } = state.client;
    // Content that another app shared is as unfinished as a draft.
    const received = await readReceived(this.#ports.store, db.userId);
    return { commands: await db.outbox.orderBy('seq').toArray(), drafts: (await countUnfinished(db)) + received.length };
  }

  /**
   * Signs out. Without a network the device is wiped at once, and the server's session is revoked before any later sign-in. `discard`
   * deletes the commands that are pending now; if there are more by then, all are kept. `send` may take long and can be called off.
   */
  async logout(choice: LogoutChoice, calledOff?: AbortSignal): Promise<LogoutResult> {
    const state = this.#state.get();
    const agreed = state.status === 'signed-in' ? pendingFingerprints(state.client.db).catch(() => new Set<string>()) : null;
    // Outside the turn, so that this tab can follow the other tabs in the meantime.
    if (choice === 'send' && state.status === 'signed-in') await Promise.race([state.client.sendAll(), aborted(calledOff)]);
    return this.#inTurn(async () => {
      const now = this.#state.get();
      // An account that signed in since did not request the logout.
      const isOther = state.status === 'signed-in' && now.status === 'signed-in' && state.userId !== now.userId;
      if (isOther || calledOff?.aborted) return { kind: 'called-off' };
      return this.#logout(choice, { agreed: (await agreed) ?? new Set() });
    });
  }

  async #logout(
    choice: LogoutChoice,
    { agreed, isErased = false }: { agreed?: ReadonlySet<string>; isErased?: boolean } = {},
  ): Promise<LogoutResult> {
    const state = this.#state.get();
    if (state.status !== 'signed-in') return { kind: 'done' };
    const { client } = state;
    if (choice === 'send') {
      const { commands, drafts } = await this.unsent();
      if (commands.length + drafts > 0) return { kind: 'still-unsent', count: commands.length + drafts };
    }
    const unsent = await leaveDevice(client, this.#people, this.#ports, { discard: choice === 'discard', agreed }).catch(async (error) => {
      // The device could not be wiped, so the person stays signed in.
      client.db.close();
      await this.#open(client.userId);
      throw error;
    });
    this.#ports.announceSession();
    await this.#showSignedOut(isErased ? { unsent } : undefined);
    await this.#revokePending();
    return { kind: 'done' };
  }

  /**
   * Erases the account, with shared content or without its name, and deletes it from this device. Returns the outcome: after a refusal
   * nothing has changed. Without an answer or after a server error the erasure is uncertain, and is checked when the session ends.
   */
  leaveForGood(password: string, shared: 'delete' | 'anonymise'): Promise<Outcome> {
    const before = this.#state.get();
    // One turn, so that the server's end of the session is not handled as another one.
    return this.#inTurn(async () => {
      const state = this.#state.get();
      // An account that signed in since did not request the erasure.
      if (state.status !== 'signed-in' || state !== before) return { kind: 'answer', status: 401, body: undefined };
      const call = { method: 'POST', path: eraseAccount.path, body: { password, shared }, timeout: leaveTimeout } as const;
      const { client } = state;
      const outcome = await client.call(call);
      // A server that lost its database during the commit has no record of the result either.
      if (outcome.kind === 'no-network' || isOverloaded(outcome.status)) this.#leaving = client;
      if (outcome.kind === 'answer' && outcome.status === 200) await this.#logout('discard');
      return outcome;
    });
  }

  /** Revokes the session of a logout without a network, before any other request. Returns the outcome that prevented it, or null. */
  async #revokePending(): Promise<Outcome | null> {
    if (!(await this.#people.hasPendingRevocation())) return null;
    return inSession(this.#ports, async () => {
      const outcome = this.#connection.note(await send(this.#ports, { method: 'POST', path: logoutCall.path }));
      // Any other answer, such as "too many requests", leaves the session as it is.
      if (outcome.kind === 'no-network' || (outcome.status !== 401 && outcome.status >= 300)) return outcome;
      await this.#people.revoked();
      return null;
    });
  }

  async #take(answer: SignInAnswer): Promise<LoginResult> {
    if (answer.kind !== 'token') return answer;
    const state = this.#state.get();
    if (state.status === 'signed-in') {
      if (state.userId === answer.userId) this.#halt(state.client);
      else await this.#endSession(state.client);
    }
    await this.#open(answer.userId, { token: answer.token });
    this.#ports.announceSession();
    return { kind: 'signed-in' };
  }

  /** Returns the client that was opened early if it is this account's current one; otherwise ends it. */
  async #opened(userId: number | null): Promise<SyncClient | null> {
    const early = this.#earlyState.client;
    this.#earlyState.client = null;
    if (!early || (early.userId === userId && (await this.#people.isCurrent(early.db)))) return early;
    this.#halt(early);
    return null;
  }

  async #open(userId: number, { token, early = null }: { token?: string | undefined; early?: SyncClient | null } = {}): Promise<void> {
    const db = await this.#ready(userId, token, early?.db);
    if (!db) return early?.stop();
    const ports = this.#ports;
    const connection = this.#connection;
    const onRefused = (): void => void this.#inTurn(() => this.#end(client));
    const api = new ApiClient({ ports, connection, userId, onRefused, ...(token === undefined ? {} : { token }) });
    const onWiped = (): void => void ports.setTimer(logoutPatience, () => void this.#inTurn(() => this.#stay(client)));
    const client = withEngine(early ?? new SyncClient({ db, ports }), { ports, api, connection, onWiped });
    if (!early) this.#state.set({ status: 'signed-in', userId, client });
    db.onUpgradeElsewhere = () => this.#makeWay(client);
    client.start();
  }

  /** Restores the mirror, as another tab was killed during its logout and the person is still signed in. */
  async #stay(client: SyncClient): Promise<void> {
    const state = this.#state.get();
    if (state.status !== 'signed-in' || state.client !== client) return;
    if ((await this.#people.signedIn()) !== client.userId || !(await isWiped(client.db))) return;
    this.#halt(client);
    await this.#open(client.userId);
  }

  /** Stores unfinished input and ends, as a newer app in another tab upgrades the database. */
  async #makeWay(client: SyncClient): Promise<void> {
    await within(this.#ports, lastWords, client.activity.ended(), undefined);
    client.stop();
    this.#state.set({ status: 'storage-failed', userId: client.userId, problem: 'outdated', unsent: [] });
  }

  /** Opens the person's database and stores the sign-in. Returns null and sets the state if the device cannot. */
  async #ready(userId: number, token?: string, given?: EventDatabase): Promise<EventDatabase | null> {
    const db = given ?? (await this.#people.databaseOf(userId));
    try {
      const opening = db.open();
      if ((await within(this.#ports, openPatience, opening, null)) === null) {
        this.#waitFor(opening, userId, token);
        return null;
      }
      if ((await this.#people.signedIn()) !== userId) await this.#people.enter(userId);
      await reviveMirror(db);
      await migrateOutbox(db, this.#ports);
      return db;
    } catch (error) {
      const problem = storageProblemOf(error);
      if (problem === null) throw error;
      db.close();
      this.#state.set({ status: 'storage-failed', userId, problem, unsent: await unsentEntries(this.#ports.store, userId) });
      return null;
    }
  }

  /** Reports that another tab blocks the upgrade of the database, and continues when it is closed. */
  #waitFor(opening: PromiseLike<Dexie>, userId: number, token: string | undefined): void {
    const blocked: SessionState = { status: 'storage-failed', userId, problem: 'blocked', unsent: [] };
    this.#state.set(blocked);
    const goOn = (db?: Dexie): void => {
      db?.close();
      void this.#inTurn(async () => (this.#state.get() === blocked ? this.#open(userId, { token }) : undefined));
    };
    opening.then(goOn, () => goOn());
  }

  /** Tries the database again and returns whether it opens. `anew` replaces it by an empty one, to which the person has agreed. */
  retryStorage(anew: boolean): Promise<boolean> {
    return this.#inTurn(async () => {
      const state = this.#state.get();
      if (state.status !== 'storage-failed') return true;
      if (anew && state.userId !== null) await this.#people.replaceDatabase(await this.#people.databaseOf(state.userId));
      await (state.userId === null ? this.#beginOrReport() : this.#open(state.userId));
      return this.#state.get().status !== 'storage-failed';
    });
  }

  async #end(client: SyncClient): Promise<void> {
    const state = this.#state.get();
    if (state.status !== 'signed-in' || state.client !== client) return;
    if (this.#leaving === client) {
      const engine = await client.engine();
      const erased = await engine.isErased();
      // Checked again at the next refusal: a session may end for other reasons, which keep pending commands.
      if (erased === null) return;
      if (erased) return void (await this.#logout('discard', { isErased: true }));
    }
    await this.#endSession(client);
    await this.#showSignedOut();
  }

  /** If the end cannot be stored, the engine continues until the next refusal. */
  async #endSession(client: SyncClient): Promise<void> {
    await endSession(client.db, this.#people, this.#ports, () => client.stop());
    client.db.close();
  }

  #halt(client: SyncClient): void {
    client.stop();
    client.db.close();
  }

  /** Follows a sign-in or sign-out of another tab or the worker. */
  async #follow(): Promise<void> {
    const userId = await this.#people.signedIn();
    const state = this.#state.get();
    const current = state.status === 'signed-in' ? state.userId : null;
    if (userId === current && (state.status !== 'signed-in' || (await this.#people.isCurrent(state.client.db)))) return;
    const erased = state.status === 'signed-in' ? await this.#followOut(state.client) : undefined;
    if (userId === null) await this.#showSignedOut(erased);
    else await this.#open(userId);
  }

  /**
   * Ends the client after another tab's sign-out. A requested erasure is known to this tab only; returns the number of commands deleted
   * with the account.
   */
  async #followOut(client: SyncClient): Promise<{ unsent: number } | undefined> {
    const isErased = this.#leaving === client && (await (await client.engine()).isErased()) === true;
    client.stop();
    await clearTraces(this.#ports);
    try {
      if (!isErased) return undefined;
      const unsent = await client.db.outbox.count();
      await wipeUnsent(client.db);
      await forgetPerson(client.db, this.#people, this.#ports);
      return { unsent };
    } catch {
      // The database is deleted already or cannot be wiped now: the commands are reported as unsent.
      return undefined;
    } finally {
      client.db.close();
    }
  }

  async #showSignedOut(erased?: { unsent: number }): Promise<void> {
    this.#state.set({ status: 'signed-out', unsentOf: await this.#people.unsent(), ...(erased && { erased }) });
  }
}

/** Resolves on abort; never without a signal. */
function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
