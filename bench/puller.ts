import type { FeedPage } from '../contract/endpoints/core.ts';
import type { Member } from './crowd.ts';

/** Somebody who has everything, and asks what is new whenever they hear that something is. */
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

  /** All of these, at these servers by turns, who have as much as the first of them has when it has loaded everything. */
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

  /** From where it would ask on. */
  get cursor(): string {
    return this.#cursor;
  }

  /** One page; whether there is more. `fetch` takes it compressed. */
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

/** The cursor of one, as that of another would be who has seen as much and is in the same event: nothing is about them alone. */
export function cursorFor(cursor: string, one: Member, other: Member): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  return Buffer.from(text.replace(`"user:${one.userId}"`, `"user:${other.userId}"`)).toString('base64url');
}
