import { csrfAnswer, login } from '#contract/endpoints/core.ts';
import { failureLife, signInBudget } from '#server/services/auth/throttle.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { dynamicScopes, type Store } from '#server/store/store.ts';
import { cheapHash } from '#tests/fixtures/server/cheap-hash.ts';
import type { SimulatedClock } from '../world/clock.ts';
import type { Server } from '../world/network.ts';

/** The guessed account. Nobody signs in with its password, which would clear the failures; its id is none of the event's people. */
const victim = { id: -1, email: 'victim@simulated.example' };

/** Guesses a password at several servers at once: together they must check no more guesses than one server would. */
export class Guesser {
  readonly #server: Server;
  readonly #clock: SimulatedClock;
  /** The time (ms since the epoch) of each checked guess. */
  readonly #checkedAt: number[] = [];

  private constructor(server: Server, clock: SimulatedClock) {
    this.#server = server;
    this.#clock = clock;
  }

  static async begin(store: Store, server: Server, clock: SimulatedClock): Promise<Guesser> {
    const account = { ...victim, name: 'Victim', role: 'user', password_hash: cheapHash('Right-Word-1'), active_event_id: null } as const;
    await store.write(dynamicScopes(), async (trx) => {
      await sqlOf(trx)
        .insertInto('users')
        .values({ ...account, email_verified: 1, version: 1, created_at: clock.now() })
        .execute();
    });
    return new Guesser(server, clock);
  }

  async guess(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#guessOnce()));
  }

  /** Returns the guesses checked beyond the limit of the throttle. */
  get violations(): string[] {
    const { pair } = signInBudget;
    const all = this.#checkedAt;
    const beyond = all.filter((at, index) => index >= pair && at - (all[index - pair] as number) < failureLife);
    return beyond.length > 0
      ? [`${beyond.length} guesses of a password were checked beyond the limit of ${pair} within ${failureLife} ms`]
      : [];
  }

  async #guessOnce(): Promise<void> {
    const start = await this.#server({ method: 'GET', path: '/api/users/me', headers: {}, body: undefined });
    if (start?.status !== 200) return;
    const { csrfToken } = csrfAnswer.parse(JSON.parse(start.body));
    const cookie = Object.entries(start.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const body = JSON.stringify({ email: victim.email, password: 'Wrong-Word-1', csrfToken });
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await this.#server({ method: login.method, path: login.path, headers, body });
    if (answer?.status === 401) this.#checkedAt.push(this.#clock.now());
  }
}
