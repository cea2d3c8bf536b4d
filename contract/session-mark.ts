/**
 * The cookie without content that the server sets and clears with the HttpOnly refresh cookie: a device that lost its storage detects by it
 * that a session may exist. A device that signs out sets it to `0` until the server has revoked the session.
 */
export const sessionMark = { name: 'signed-in', values: { here: '1', left: '0' } } as const;

export type SessionMark = keyof typeof sessionMark.values;

export function readMark(value: string | undefined): SessionMark | null {
  if (value === undefined) return null;
  return value === sessionMark.values.left ? 'left' : 'here';
}
