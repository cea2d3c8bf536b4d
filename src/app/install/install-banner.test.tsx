import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import { installOffer, listenForInstallOffer } from './install.ts';
import { InstallBanner } from './install-banner.tsx';

beforeAll(listenForInstallOffer);
beforeEach(async () => {
  await startTexts();
  localStorage.clear();
  installOffer.set(null);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
});

const banner = () => screen.queryByRole('region', { name: 'Install the app' });
const installButton = () => screen.queryByRole('button', { name: 'Install' });

/** What Chromium browsers dispatch; gives what was prompted. */
function offerInstallation() {
  const prompt = vi.fn<() => Promise<unknown>>().mockResolvedValue(undefined);
  act(() => void dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })));
  return prompt;
}

test('it shows on phones and tablets, until it is closed, for good', () => {
  const { unmount } = render(<InstallBanner />);
  expect(banner()).not.toBeNull();
  expect(installButton()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Hide this note' }));
  expect(banner()).toBeNull();
  unmount();
  render(<InstallBanner />);
  expect(banner()).toBeNull();
});

test('it installs once the browser has offered it, and goes', async () => {
  render(<InstallBanner />);
  const prompt = offerInstallation();
  await act(async () => fireEvent.click(installButton()!));
  expect(prompt).toHaveBeenCalledOnce();
  expect(banner()).toBeNull();
});

test.each([
  ['another computer', 'Mozilla/5.0 (X11; Linux x86_64)', false],
  ['the installed app', 'Mozilla/5.0 (iPhone)', true],
])('%s has none', (_name, userAgent, standalone) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  vi.stubGlobal('matchMedia', () => ({ matches: standalone }));
  render(<InstallBanner />);
  expect(banner()).toBeNull();
});
