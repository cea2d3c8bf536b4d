import { createHmac, createSecretKey, KeyObject, timingSafeEqual, type webcrypto } from 'node:crypto';

const { subtle } = globalThis.crypto;

type Algorithm = webcrypto.HmacImportParams;
type Bytes = ArrayBuffer | ArrayBufferView;

const bytesOf = (data: Bytes): Buffer =>
  ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);

const signed = (key: webcrypto.CryptoKey, data: Bytes): Buffer => {
  const { hash } = key.algorithm as webcrypto.HmacKeyAlgorithm;
  return createHmac(hash.name.replace('-', ''), KeyObject.from(key)).update(bytesOf(data)).digest();
};

/**
 * Computes signatures of bearer tokens synchronously, because a thread's delay would decide which tokens are looked up together. Returns
 * the undo function.
 */
export function cryptoAtOnce(): () => void {
  const atOnce = {
    importKey: async (_format: string, data: Bytes, algorithm: Algorithm, _extractable: boolean, usages: webcrypto.KeyUsage[]) =>
      createSecretKey(bytesOf(data)).toCryptoKey(algorithm, true, usages),
    sign: async (_algorithm: unknown, key: webcrypto.CryptoKey, data: Bytes) => new Uint8Array(signed(key, data)).buffer,
    verify: async (_algorithm: unknown, key: webcrypto.CryptoKey, signature: Bytes, data: Bytes) => {
      const [given, right] = [bytesOf(signature), signed(key, data)];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
  Object.assign(subtle, atOnce);
  return () => {
    for (const name of Object.keys(atOnce)) delete (subtle as unknown as Record<string, unknown>)[name];
  };
}
