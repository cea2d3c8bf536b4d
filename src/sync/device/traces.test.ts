import { afterEach, expect, test, vi } from 'vitest';
import { forgetNotifications, forgetTraces } from './traces.ts';

afterEach(() => vi.unstubAllGlobals());

test('forgetTraces deletes all settings and caches except the listed ones', async () => {
  const settings = new Map(['theme', 'language', 'install-banner-closed', 'photos-layout', 'a-new-setting'].map((key) => [key, '1']));
  const stored: Record<string, string> = Object.fromEntries(settings);
  Object.defineProperty(stored, 'removeItem', { value: (key: string) => delete stored[key] });
  const names = new Set(['workbox-precache-v2', 'logo', 'header-pictures', 'thumbnails', 'logo-of-somebody']);
  vi.stubGlobal('localStorage', stored);
  const clear = vi.fn<() => void>();
  vi.stubGlobal('sessionStorage', { clear });
  vi.stubGlobal('caches', { keys: async () => [...names], delete: async (name: string) => names.delete(name) });
  await forgetTraces();
  expect(Object.keys(stored)).toEqual(['theme', 'language', 'install-banner-closed']);
  expect(clear).toHaveBeenCalledOnce();
  expect([...names]).toEqual(['workbox-precache-v2', 'logo']);
});

test('forgetNotifications closes shown notifications and ends the subscription', async () => {
  const close = vi.fn<() => void>();
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true);
  const getNotifications = async () => [{ close }, { close }];
  vi.stubGlobal('registration', { getNotifications, pushManager: { getSubscription: async () => ({ unsubscribe }) } });
  await forgetNotifications();
  expect(close).toHaveBeenCalledTimes(2);
  expect(unsubscribe).toHaveBeenCalledOnce();
});
