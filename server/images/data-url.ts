const dataUrl = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w.=+-]+)*;base64,/;

/** The bytes of a data URL (RFC 2397) in base64; its label counts for nothing. Null for anything else. */
export function bytesOfDataUrl(text: string): Buffer | null {
  const [head] = dataUrl.exec(text.slice(0, 200)) ?? [];
  if (head === undefined) return null;
  const base64 = text.slice(head.length);
  return /^[\w+/-]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : null;
}
