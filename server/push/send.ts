import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import webPush from 'web-push';
import { addressesOf, type AddressRules, pinnedTo } from '../lib/egress/addresses.ts';
import { orAbort } from '../lib/egress/or-abort.ts';
import { readEndpoint } from './endpoint.ts';
import type { Vapid } from '../ops/vapid.ts';

/** A device's address at its push service, and the keys that messages to it are encrypted with (base64url). */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** `ttl` in seconds; a newer message of the same `topic` takes the place of one that was not delivered yet (RFC 8030). */
export interface PushMessage {
  readonly payload: string;
  readonly topic: string;
  readonly ttl: number;
}

/** `not-sent`: nothing can have arrived. `unknown`: it may have. `retryAfter` as the header has it. */
export type SendOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | undefined }
  | { readonly kind: 'not-sent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Sends once and never rejects. */
export type SendPush = (target: PushTarget, message: PushMessage, signal: AbortSignal) => Promise<SendOutcome>;

/** From the name's resolution to the head of the answer, in ms. */
const patience = 10_000;

/** Sends encrypted (RFC 8291) and signed (RFC 8292) to public addresses only, each resolved, checked and pinned at every send. */
export function createSender({ vapid, rules }: { vapid: Vapid; rules: AddressRules }): SendPush {
  return async ({ endpoint, p256dh, auth }, { payload, topic, ttl }, stopped) => {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(patience)]);
    try {
      const url = readEndpoint(endpoint, rules);
      const addresses = await orAbort(addressesOf(url, rules), signal);
      const { cipherText } = webPush.encrypt(p256dh, auth, payload, 'aes128gcm');
      const { Authorization } = webPush.getVapidHeaders(url.origin, vapid.subject, vapid.publicKey, vapid.privateKey, 'aes128gcm');
      const headers = {
        Authorization,
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        'Content-Length': cipherText.length,
        TTL: ttl,
        Topic: topic,
        Urgency: 'high',
      };
      return await post(url, { headers, body: cipherText, addresses, signal });
    } catch (error) {
      return { kind: 'not-sent', reason: reasonOf(error) };
    }
  };
}

interface Post {
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
  readonly addresses: readonly LookupAddress[];
  readonly signal: AbortSignal;
}

/** One request on a connection of its own. Redirects are an answer like any other, and an answer's body is never read. */
function post(url: URL, { headers, body, addresses, signal }: Post): Promise<SendOutcome> {
  return new Promise((resolve) => {
    let connected = false;
    const { request: open } = url.protocol === 'https:' ? https : http;
    const request = open(url, { method: 'POST', headers, agent: false, lookup: pinnedTo(addresses), signal });
    request.on('socket', (socket) => socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (connected = true)));
    request.on('error', (error) => resolve({ kind: connected ? 'unknown' : 'not-sent', reason: reasonOf(error) }));
    request.on('response', (response) => {
      resolve({ kind: 'answered', status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      request.destroy();
    });
    request.end(body);
  });
}

/** What went wrong, without the endpoint: whoever knows it can send to the device. */
function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  return name === 'AddressRefused' ? message : (code ?? name);
}
