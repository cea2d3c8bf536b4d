import { act, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { givenDevice, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import { installOffer, listenForInstallOffer } from './install.ts';
import { InstallBanner, preloadInstallActions } from './install-banner.tsx';

beforeAll(async () => {
  listenForInstallOffer();
  await preloadInstallActions();
});
beforeEach(async () => {
  await startTexts();
  localStorage.clear();
  installOffer.set(null);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
});

afterEach(() => void Reflect.deleteProperty(navigator, 'maxTouchPoints'));

const banner = () => screen.queryByRole('region', { name: 'Install the app' });
const installButton = () => screen.queryByRole('button', { name: 'Install' });

/** Dispatches the event of Chromium browsers, and returns the mock of its prompt. */
function offerInstallation() {
  const prompt = vi.fn<() => Promise<unknown>>().mockResolvedValue(undefined);
  act(() => void dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })));
  return prompt;
}

test('shows on phones and tablets until it is closed, then never again', async () => {
  const { unmount } = render(<InstallBanner />);
  expect(banner()).not.toBeNull();
  expect(installButton()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Hide install tip' }));
  expect(banner()).toBeNull();
  unmount();
  render(<InstallBanner />);
  expect(banner()).toBeNull();
});

test('installs when the browser offers it, and disappears', async () => {
  render(<InstallBanner />);
  const prompt = offerInstallation();
  await user.click(installButton()!);
  expect(prompt).toHaveBeenCalledOnce();
  expect(banner()).toBeNull();
});

test.each([
  ['another computer', 'Mozilla/5.0 (X11; Linux x86_64)', false],
  ['a phone in the installed app', 'Mozilla/5.0 (iPhone)', true],
])('has no banner on %s', (_name, userAgent, standalone) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  vi.stubGlobal('matchMedia', () => ({ matches: standalone }));
  render(<InstallBanner />);
  expect(banner()).toBeNull();
});

test.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5],
  ['an iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 5],
])('shows on %s the steps and that the installed app has its own storage', async (_name, userAgent, maxTouchPoints) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: maxTouchPoints });
  const db = await givenDevice();
  const client = show(db, <InstallBanner />);
  await user.click(screen.getByRole('button', { name: 'Show me how' }));
  const guide = within(await screen.findByRole('dialog', { name: 'Add the app to your home screen' }));
  expect(guide.getAllByRole('listitem')).toHaveLength(3);
  expect(guide.getByText(/has its own storage/)).toBeDefined();
  expect(guide.queryByText(/stays in this browser/)).toBeNull();
  act(() => client.note({ waiting: 1 }));
  expect(await guide.findByText(/stays in this browser/)).toBeDefined();
  await tearDown(db);
});

test('shows no steps of other platforms on an Android phone', () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15)');
  render(<InstallBanner />);
  expect(banner()).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Show me how' })).toBeNull();
});
