/**
 * The cookie without content that the server sets and clears with the HttpOnly refresh cookie: it tells a device that has lost its storage that
 * there is a session to ask for. A device that signs out notes that the server has to revoke the session.
 */
export const sessionMark = { name: 'signed-in', values: { here: '1', left: '0' } } as const;

export type SessionMark = keyof typeof sessionMark.values;

export function readMark(value: string | undefined): SessionMark | null {
  if (value === undefined) return null;
  return value === sessionMark.values.left ? 'left' : 'here';
}
