import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { text } from 'node:stream/consumers';
import { ServerStream } from './server-stream.ts';

/** A request as the server gets it. */
export interface ServerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** Text, or bytes as they are. */
  readonly body: string | Uint8Array | undefined;
}

export interface ServerAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly cookies: Record<string, string | null>;
  readonly body: string;
  /** Where the body does not end by itself. */
  readonly stream?: ServerStream;
}

/** The answer as it goes over the wire; a cookie that is taken back is null. */
export function answerOf(response: LightMyRequestResponse): ServerAnswer {
  const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
  delete headers['set-cookie'];
  delete headers['content-length'];
  const cookies = response.cookies.map(({ name, value, maxAge }) => [name, maxAge === 0 || value === '' ? null : value] as const);
  return { status: response.statusCode, headers, cookies: Object.fromEntries(cookies), body: response.body };
}

/** Asks for a stream and answers as soon as it is open, or with the refusal. */
export async function openStream(app: FastifyInstance, { path, headers }: ServerRequest): Promise<ServerAnswer> {
  const response = await app.inject({ method: 'GET', url: path, headers, payloadAsStream: true });
  if (response.statusCode === 200) return { ...answerOf(response), body: '', stream: new ServerStream(response) };
  return { ...answerOf(response), body: await text(response.stream()) };
}
