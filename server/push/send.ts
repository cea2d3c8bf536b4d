import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import webPush from 'web-push';
import { addressesOf, type AddressRules, pinnedTo } from '../lib/egress/addresses.ts';
import { rejectOnAbort } from '../lib/egress/reject-on-abort.ts';
import { readEndpoint } from './endpoint.ts';
import type { Vapid } from '../ops/vapid.ts';

/** The endpoint of a device, and the keys that encrypt pushes to it (base64url). */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** `ttl` is in seconds; a newer message of the same `topic` replaces an undelivered one (RFC 8030). */
export interface PushMessage {
  readonly payload: string;
  readonly topic: string;
  readonly ttl: number;
}

/** `not-sent`: it cannot have arrived. `unknown`: it may have. `retryAfter` is the header's text. */
export type SendOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | undefined }
  | { readonly kind: 'not-sent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export type SendPush = (target: PushTarget, message: PushMessage, signal: AbortSignal) => Promise<SendOutcome>;

/** From the resolution of the name to the head of the answer, in ms. */
const patience = 10_000;

/**
 * Returns a sender that encrypts (RFC 8291), signs (RFC 8292) and connects to public addresses only, resolved, checked and pinned at every
 * send. It never rejects.
 */
export function createSender({ vapid, rules }: { vapid: Vapid; rules: AddressRules }): SendPush {
  return async ({ endpoint, p256dh, auth }, { payload, topic, ttl }, stopped) => {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(patience)]);
    try {
      const url = readEndpoint(endpoint, rules);
      const addresses = await rejectOnAbort(addressesOf(url, rules), signal);
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

/** Sends one request on its own connection. A redirect is a normal answer; bodies are not read. */
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

/** Returns the error without the endpoint, because knowing it suffices to push to the device. */
function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  return name === 'AddressRefused' ? message : (code ?? name);
}
