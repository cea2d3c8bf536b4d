import http from 'node:http';
import https from 'node:https';
import { calendarText } from '#contract/calendar/calendar-text.ts';
import { times } from '#contract/times.ts';
import { AddressRefused, type AddressRules, addressesOf, pinnedTo, readAddress } from '../lib/egress/addresses.ts';
import { rejectOnAbort } from '../lib/egress/reject-on-abort.ts';
import { calendarBytes, CalendarRefused } from './read-calendar.ts';

export interface Fetched {
  readonly text: string;
  readonly etag: string | null;
}

/** From the resolution of the name to the last byte, in ms. */
const patience = 30 * times.second;

const redirects = 3;

/** Longer entity tags are ignored. */
const etagLength = 500;

/**
 * Fetches a calendar from a public address. Each redirect is resolved, checked and pinned anew. Returns null if `etag` is current. Throws
 * `CalendarRefused`.
 */
export async function fetchCalendar(
  from: string,
  { etag, rules, stopped }: { etag: string | null; rules: AddressRules; stopped: AbortSignal },
): Promise<Fetched | null> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(patience)]);
  try {
    let url = readAddress(from, rules);
    for (let hop = 0; hop <= redirects; hop += 1) {
      const response = await get(url, { etag, rules, signal });
      const { statusCode = 0, headers } = response;
      if (isRedirect(statusCode) && headers.location !== undefined) {
        response.destroy();
        url = readAddress(URL.parse(headers.location, url)?.href ?? '', rules);
        continue;
      }
      if (statusCode === 304 && etag !== null) return (response.destroy(), null);
      const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
      if (statusCode !== 200 || !isPlain) {
        response.destroy();
        throw new CalendarRefused('refused', statusCode === 200 ? `content-encoding` : `HTTP ${statusCode}`);
      }
      const tag = headers.etag;
      return { text: await textOf(response), etag: tag !== undefined && tag.length <= etagLength ? tag : null };
    }
    throw new CalendarRefused('refused', 'redirects');
  } catch (error) {
    if (error instanceof CalendarRefused) throw error;
    if (error instanceof AddressRefused) throw new CalendarRefused('forbidden_address', error.message);
    // Not the message: it contains the address, which may be secret.
    throw new CalendarRefused('unreachable', (error as NodeJS.ErrnoException).code ?? (error as Error).name);
  }
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** Returns the response after its head; the body is unread. */
async function get(
  url: URL,
  { etag, rules, signal }: { etag: string | null; rules: AddressRules; signal: AbortSignal },
): Promise<http.IncomingMessage> {
  const addresses = await rejectOnAbort(addressesOf(url, rules), signal);
  const headers = { accept: 'text/calendar', 'accept-encoding': 'identity', ...(etag === null ? {} : { 'if-none-match': etag }) };
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    request(url, { headers, agent: false, lookup: pinnedTo(addresses), signal }, resolve)
      .on('error', reject)
      .end();
  });
}

async function textOf(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > calendarBytes) throw new CalendarRefused('too_large');
    chunks.push(chunk);
  }
  return calendarText(Buffer.concat(chunks));
}
