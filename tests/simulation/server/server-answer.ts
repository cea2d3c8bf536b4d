import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { text } from 'node:stream/consumers';
import { ServerStream } from './server-stream.ts';

/** A request as the server receives it. */
export interface ServerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** Text, or raw bytes. */
  readonly body: string | Uint8Array | undefined;
}

export interface ServerAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly cookies: Record<string, string | null>;
  readonly body: string;
  /** Set if the body is a stream. */
  readonly stream?: ServerStream;
}

/** Returns the answer on the wire; a cleared cookie is null. */
export function answerOf(response: LightMyRequestResponse): ServerAnswer {
  const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
  delete headers['set-cookie'];
  delete headers['content-length'];
  const cookies = response.cookies.map(({ name, value, maxAge }) => [name, maxAge === 0 || value === '' ? null : value] as const);
  return { status: response.statusCode, headers, cookies: Object.fromEntries(cookies), body: response.body };
}

/** Requests a stream; returns when it is open or refused. */
export async function openStream(app: FastifyInstance, { path, headers }: ServerRequest): Promise<ServerAnswer> {
  const response = await app.inject({ method: 'GET', url: path, headers, payloadAsStream: true });
  if (response.statusCode === 200) return { ...answerOf(response), body: '', stream: new ServerStream(response) };
  return { ...answerOf(response), body: await text(response.stream()) };
}
