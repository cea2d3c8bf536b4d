import { expect, test, vi } from 'vitest';
import { cameraKind } from './camera.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';
const mediaDevices = { getUserMedia: async () => undefined };

test.each([
  ['an Android phone', { userAgent: 'Mozilla/5.0 (Linux; Android 15)', mediaDevices }, 'phone'],
  ['an iPad that reports a Mac', { userAgent: mac, maxTouchPoints: 5, mediaDevices }, 'phone'],
  ['a Mac', { userAgent: mac, mediaDevices }, 'page'],
  ['a Mac over plain http', { userAgent: mac }, null],
] as const)('detects the kind of camera of %s', (_name, navigator, kind) => {
  vi.stubGlobal('navigator', navigator);
  expect(cameraKind()).toBe(kind);
});
