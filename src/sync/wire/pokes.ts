import { syncEvents } from '../../../contract/endpoints/core.ts';
import type { ApiClient } from './api-client.ts';
import type { Ports } from '../device/ports.ts';
import { isOwn } from './own-answer.ts';
import { linesOf } from './transport.ts';

/** The server sends a comment every 25 s; a stream that is silent for longer is dead. */
const silence = 40_000;

/**
 * Listens to the server's stream of pokes (WHATWG server-sent events) until it ends; a poke carries nothing and says: pull.
 * Answers whether the stream was open at all. Never rejects.
 */
export async function listen(
  ports: Ports,
  api: ApiClient,
  signal: AbortSignal,
  hear: { onOpen: () => void; onPoke: () => void },
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
      headers: { authorization: `Bearer ${token.token}`, accept: 'text/event-stream' },
      cache: 'no-store',
      signal: abort.signal,
    });
    if (response.status === 401) api.forget(token.token);
    if (!response.ok || !response.body || !isOwn(response)) return false;
    open = true;
    hear.onOpen();
    const alive = (): void => {
      cancel();
      cancel = ports.setTimer(silence, stop);
    };
    for await (const line of linesOf(response.body, alive)) if (line === 'event: poke') hear.onPoke();
  } catch {
    // The stream broke: the caller opens another.
  } finally {
    cancel();
    signal.removeEventListener('abort', stop);
  }
  return open;
}
