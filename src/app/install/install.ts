import { platform } from '../../lib/platform.ts';
import { observed } from '../../lib/observable.ts';

/** Not in every browser's type library: the offer of Chromium browsers to install the app. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

const closedKey = 'install-banner-closed';

/** The browser's offer to install, once it has made one. */
export const installOffer = observed<InstallOffer | null>(null);

/** The event may come before anything is on the screen, and comes only once. */
export function listenForInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installOffer.set(event as InstallOffer);
  });
  addEventListener('appinstalled', () => installOffer.set(null));
}

/** Phones and tablets that are not running the installed app and whose owner has not closed the banner. */
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
