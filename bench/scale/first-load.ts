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

/** Loads everything, like a device without data. */
export async function firstLoad(origin: string, { token }: Member): Promise<FirstLoad> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
  const loaded = { rows: 0, pages: 0, bytes: 0 };
  for (let cursor = ''; ;) {
    const query = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const [response] = (await once(get(`${origin}/api/sync${query}`, { headers }), 'response')) as [IncomingMessage];
    const body = await buffer(response);
    if (response.statusCode !== 200) throw new Error(`a pull was answered with ${response.statusCode}`);
    const text = response.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    const page = JSON.parse(text.toString()) as FeedPage;
    loaded.rows += page.changes.length;
    loaded.pages += 1;
    loaded.bytes += body.length;
    if (!page.more) return loaded;
    cursor = page.cursor;
  }
}
