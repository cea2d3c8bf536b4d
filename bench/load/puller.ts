import type { FeedPage } from '#contract/endpoints/core.ts';
import type { Member } from './crowd.ts';

/** A member with a complete mirror who pulls at each poke. */
export class Puller {
  readonly #origin: string;
  readonly #headers: Record<string, string>;
  #cursor = '';

  private constructor(origin: string, { token }: Member) {
    this.#origin = origin;
    this.#headers = { authorization: `Bearer ${token}` };
  }

  static async at(origin: string, member: Member): Promise<Puller> {
    const puller = new Puller(origin, member);
    while (await puller.pull());
    return puller;
  }

  /** Returns pullers for all members, at these servers by turns, with the same cursor as the first after its complete load. */
  static async all(origins: readonly string[], members: readonly Member[]): Promise<Puller[]> {
    const [one, ...others] = members as [Member, ...Member[]];
    const first = await Puller.at(origins[0]!, one);
    const like = (member: Member, index: number): Puller => {
      const puller = new Puller(origins[(index + 1) % origins.length]!, member);
      puller.#cursor = cursorFor(first.cursor, one, member);
      return puller;
    };
    return [first, ...others.map(like)];
  }

  get cursor(): string {
    return this.#cursor;
  }

  /** Reads one page; returns whether there is more. `fetch` requests it compressed. */
  async pull(): Promise<boolean> {
    const query = this.#cursor === '' ? '' : `?cursor=${encodeURIComponent(this.#cursor)}`;
    const response = await fetch(`${this.#origin}/api/sync${query}`, { headers: this.#headers });
    if (!response.ok) throw new Error(`a pull was answered with ${response.status}`);
    const { cursor, more } = (await response.json()) as FeedPage;
    this.#cursor = cursor;
    return more;
  }

  async post(content: string, event: number): Promise<void> {
    const headers = { ...this.#headers, 'content-type': 'application/json' };
    const response = await fetch(`${this.#origin}/api/post`, { method: 'POST', headers, body: JSON.stringify({ content, event }) });
    if (!response.ok) throw new Error(`a post was answered with ${response.status}`);
  }
}

/** Returns the cursor of another member with the same rows in the same event: only the user's scope differs. */
export function cursorFor(cursor: string, one: Member, other: Member): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  return Buffer.from(text.replace(`"user:${one.userId}"`, `"user:${other.userId}"`)).toString('base64url');
}
