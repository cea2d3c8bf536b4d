/** Like `fetch` with a text or binary body, but reports the share of it (0 to 1) that was sent, which only XMLHttpRequest (WHATWG) can. */
export function fetchWithProgress(path: string, init: RequestInit, onSent: (sent: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', path);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => resolve(responseOf(request)));
    for (const failure of ['error', 'abort', 'timeout']) request.addEventListener(failure, () => reject(new TypeError(failure)));
    init.signal?.addEventListener('abort', () => request.abort());
    // WebKit deprecates a bare buffer.
    request.send(init.body instanceof ArrayBuffer ? new Uint8Array(init.body) : (init.body as string | null));
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  // These statuses must not have a body (WHATWG Fetch).
  const body = [204, 205, 304].includes(request.status) ? null : request.responseText;
  return new Response(body, { status: request.status, headers });
}
