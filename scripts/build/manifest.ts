import type { ManifestOptions } from 'vite-plugin-pwa';

const png = (src: string, sizes: string) => ({ src, sizes, type: 'image/png' });
const shortcutIcon = png('/icons/icon-192.png', '192x192');

/** The appearance of the installed app (W3C Web App Manifest). */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Event Companion',
  short_name: 'Companion',
  description: 'Your event’s schedule, chat and announcements. Works offline, too.',
  start_url: '/#/home',
  scope: '/',
  display: 'standalone',
  theme_color: '#2a2148',
  background_color: '#2a2148',
  categories: ['events', 'social'],
  icons: [
    { ...png('/icons/icon-192.png', '192x192'), purpose: 'any' },
    { ...png('/icons/icon-512.png', '512x512'), purpose: 'any' },
    { ...png('/icons/maskable-192.png', '192x192'), purpose: 'maskable' },
    { ...png('/icons/maskable-512.png', '512x512'), purpose: 'maskable' },
  ],
  screenshots: [
    { ...png('/screenshots/home-narrow.png', '780x1688'), form_factor: 'narrow', label: 'Home' },
    { ...png('/screenshots/home-wide.png', '1280x800'), form_factor: 'wide', label: 'Home on a wide screen' },
  ],
  // Received by the service worker (src/sw/share-target.ts), so that it works without a network. Chromium only.
  share_target: {
    action: '/shared',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'pictures', accept: ['image/*'] }] },
  },
  shortcuts: [
    { name: 'Schedule', url: '/#/schedule', icons: [shortcutIcon] },
    { name: 'Chat', url: '/#/chat', icons: [shortcutIcon] },
  ],
};
