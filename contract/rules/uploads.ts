const uploaded = /^upload:([\da-f-]{36}):(\d{1,8})$/;

/** Names a picture of `length` bytes that went to the server in pieces, under the name (UUID) that the device gave it. */
export const uploadedPicture = (name: string, length: number): string => `upload:${name}:${length}`;

/** What such a name says; null for anything else. */
export function uploadOf(text: unknown): { name: string; length: number } | null {
  const [, name, length] = (typeof text === 'string' && uploaded.exec(text)) || [];
  return name === undefined ? null : { name, length: Number(length) };
}
