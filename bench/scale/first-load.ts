import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { FeedPage } from '#contract/endpoints/core.ts';
import type { Member } from '../load/crowd.ts';

export interface FirstLoad {
  readonly rows: number;
  readonly pages: number;
  /** Compressed, as on the wire. */
  readonly bytes: number;
}

/** Requests the answer to a pull compressed; returns its text, and its size on the wire. */
export async function pull(url: string, { token }: Member, accept?: string): Promise<{ text: string; bytes: number }> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip', ...(accept !== undefined && { accept }) };
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  const body = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`a pull was answered with ${response.statusCode}`);
  const text = response.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
  return { text: text.toString(), bytes: body.length };
}

/** Loads everything, like a device without data. */
export async function firstLoad(origin: string, member: Member): Promise<FirstLoad> {
  const loaded = { rows: 0, pages: 0, bytes: 0 };
  for (let cursor = ''; ;) {
    const query = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const { text, bytes } = await pull(`${origin}/api/sync${query}`, member);
    const page = JSON.parse(text) as FeedPage;
    loaded.rows += page.changes.length;
    loaded.pages += 1;
    loaded.bytes += bytes;
    if (!page.more) return loaded;
    cursor = page.cursor;
  }
}
