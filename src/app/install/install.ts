import { platform } from '#lib/platform.ts';
import { observed } from '#lib/observable.ts';

/** Missing in TypeScript's library: the offer of Chromium browsers to install the app. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

const closedKey = 'install-banner-closed';

export const installOffer = observed<InstallOffer | null>(null);

/** The event may come before the first screen, and only once. */
export function listenForInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installOffer.set(event as InstallOffer);
  });
  addEventListener('appinstalled', () => installOffer.set(null));
}

/** Returns whether the banner should show: on a phone or tablet, outside the installed app, and never closed. */
export function wantsInstallBanner(): boolean {
  const { mobile, install } = platform();
  return mobile && install !== 'installed' && localStorage.getItem(closedKey) === null;
}

export function rememberBannerClosed(): void {
  localStorage.setItem(closedKey, 'yes');
}

export async function install(): Promise<void> {
  await installOffer.get()?.prompt();
  installOffer.set(null);
}
