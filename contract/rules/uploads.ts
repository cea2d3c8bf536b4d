const uploaded = /^upload:([\da-f-]{36}):(\d{1,8})$/;

/** Returns the name of an uploaded picture: `name` is the UUID given by the device, `length` is in bytes. */
export const uploadedPicture = (name: string, length: number): string => `upload:${name}:${length}`;

/** Returns the parts of such a name, or null. */
export function uploadOf(text: unknown): { name: string; length: number } | null {
  const [, name, length] = (typeof text === 'string' && uploaded.exec(text)) || [];
  return name === undefined ? null : { name, length: Number(length) };
}
