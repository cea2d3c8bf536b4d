import { eventsByWindow, syncEvents } from '#contract/endpoints/core.ts';
import type { ApiClient } from './api-client.ts';
import type { Ports } from '../device/ports.ts';
import { isFromServer } from './own-answer.ts';
import { linesOf } from './transport.ts';

/** The server sends a comment every 25 s; a stream without data for this long (ms) is dead. */
const silence = 40_000;

/**
 * Receives pokes from the server's stream (WHATWG server-sent events) until it ends. A poke has no content and means: pull. Returns whether
 * the stream was open. Never rejects.
 */
export async function listen(
  ports: Ports,
  api: ApiClient,
  signal: AbortSignal,
  listener: { onOpen: () => void; onPoke: () => void },
): Promise<boolean> {
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  signal.addEventListener('abort', stop);
  let cancel = ports.setTimer(silence, stop);
  let open = false;
  try {
    const token = await api.token();
    if (token.kind !== 'token' || signal.aborted) return false;
    const response = await ports.fetch(syncEvents.path, {
      headers: { authorization: `Bearer ${token.token}`, accept: eventsByWindow },
      cache: 'no-store',
      signal: abort.signal,
    });
    if (response.status === 401) api.forget(token.token);
    if (!response.ok || !response.body || !isFromServer(response)) return false;
    open = true;
    listener.onOpen();
    const alive = (): void => {
      cancel();
      cancel = ports.setTimer(silence, stop);
    };
    for await (const line of linesOf(response.body, alive)) if (line === 'event: poke') listener.onPoke();
  } catch {
    // The caller reopens a broken stream.
  } finally {
    cancel();
    signal.removeEventListener('abort', stop);
  }
  return open;
}
