import type { FeedPage } from '../contract/endpoints.ts';
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
