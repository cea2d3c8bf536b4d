const dataUrl = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w.=+-]+)*;base64,/;

/** Returns the bytes of a base64 data URL (RFC 2397), whatever its media type; null for anything else. */
export function bytesOfDataUrl(text: string): Buffer | null {
  const [head] = dataUrl.exec(text.slice(0, 200)) ?? [];
  if (head === undefined) return null;
  const base64 = text.slice(head.length);
  return /^[\w+/-]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : null;
}
