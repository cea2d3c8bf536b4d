import type { Ports } from '#sync/device/ports.ts';
import { receivedPath, type Shared, storeReceived } from '#sync/device/received-content.ts';
import { withRoom } from '#sync/device/with-room.ts';

/** Answers the browser's post of shared content without a network: stores it and leads to the screen that shows it. */
export async function onShare(
  request: Request,
  ports: Pick<Ports, 'store' | 'forgetPictures' | 'newId' | 'now'>,
  signedIn: () => Promise<number | null>,
): Promise<Response> {
  const receive = async (): Promise<string | null> => {
    const room = { store: ports.store, withRoom: <T>(work: () => Promise<T>): Promise<T> => withRoom(ports, work) };
    const facts = { id: ports.newId(), at: ports.now(), userId: await signedIn() };
    return storeReceived(room, sharedIn(await request.formData()), facts);
  };
  const problem = await receive().catch(() => 'lost');
  // A redirect to GET (RFC 9110, section 15.4.4): a reload must not share again.
  return Response.redirect(new URL(`/#${receivedPath}${problem === null ? '' : `/${problem}`}`, request.url), 303);
}

/** The fields are those of the manifest. Android passes links as text, and some apps repeat the title or the link in it. */
function sharedIn(form: FormData): Shared {
  const parts: string[] = [];
  for (const name of ['text', 'url', 'title']) {
    const value = form.get(name);
    const part = typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : '';
    if (part === '' || parts.some((other) => other.includes(part))) continue;
    if (name === 'title') parts.unshift(part);
    else parts.push(part);
  }
  // A form without a chosen file has an empty one.
  const files = form
    .getAll('pictures')
    .filter((value) => value instanceof Blob)
    .filter(({ size }) => size > 0);
  return { text: parts.join('\n'), files };
}
