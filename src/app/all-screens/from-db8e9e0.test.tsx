import { render, screen, waitFor } from '@testing-library/react';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orga, phone, restoreDatabases } from '#tests/fixtures/db8e9e0.ts';
import { quietPorts } from '#tests/fixtures/device.ts';
import { leave } from '#tests/fixtures/session.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import { EventDatabase } from '#db/database.ts';
import { browserPlatform } from '#features/notifications/platform.ts';
import { PushDevice } from '#features/notifications/push-device.ts';
import { chosenLanguage } from '#i18n/languages.ts';
import { SessionProvider } from '#sync/react/hooks.tsx';
import { Session } from '#sync/session/session.ts';
import { chosenTheme } from '#ui/theme/theme.ts';
import { wantsInstallBanner } from '../install/install.ts';
import { App } from '../app.tsx';

/*
 * The app of today shows what a person typed and chose in the app of db8e9e0, without network. tests/simulation/from-db8e9e0.test.ts covers
 * the pending commands of that app.
 */

let session: Session;

beforeEach(async () => {
  for (const [key, value] of Object.entries(phone.localStorage)) localStorage.setItem(key, value);
  await startTexts(chosenLanguage());
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal('scrollTo', () => {});
  const indexedDB = new IDBFactory();
  await restoreDatabases(indexedDB);
  const ports = quietPorts({ now: () => Date.parse(phone.awayAt) });
  await ports.store.set('signed-in', orga);
  session = new Session(ports, (userId) => new EventDatabase(userId, { indexedDB, IDBKeyRange }));
  await session.start();
});

afterEach(() => {
  leave(session);
  localStorage.clear();
});

function openAt(path: string): void {
  location.hash = `#${path}`;
  render(
    <SessionProvider session={session}>
      <App />
    </SessionProvider>,
  );
}

test.each([
  ['/chat', 'Half a thou'],
  ['/pictures', 'Two of us on the wa'],
  ['/admin/announcements/new', 'Saun', 'From eight on'],
  ['/admin/event-schedule', 'Night hike with torch', '2026-07-01T23:30'],
  ['/meetups', 'Ches', '2026-07-01T21:00'],
  ['/my-profile', '+49 30 1'],
])('%s: the form has the text that was typed and not sent', async (path, ...typed) => {
  openAt(path);
  for (const text of typed) expect(await screen.findByDisplayValue(text)).toBeDefined();
});

test('/chat: a reply that was typed and not sent is continued', async () => {
  openAt('/chat');
  await user.click(await screen.findByRole('button', { name: 'Entwurf: I bring the son' }));
  expect(await screen.findByDisplayValue('I bring the son')).toBeDefined();
});

/** Returns the elements with this text, or with it in their name, such as a photo of the grid. */
const shown = (text: string): HTMLElement[] => [
  ...screen.queryAllByText(text, { exact: false }),
  ...screen.queryAllByRole('link', { name: new RegExp(text) }),
];

test.each([
  ['/home', 'Simulated camp', '2 nicht gesendet', 'Written on the train'],
  ['/chat', 'Who has a guitar?', 'And one thing more'],
  ['/pictures', 'The train', 'Morning at the lake', 'Bild entfernen'],
  ['/admin/announcements', 'Saun', 'What to pack'],
  ['/not-sent', 'I do, with Anna', 'Canoe trip with lunch', 'Canoe trip to the mill', 'Football'],
])('%s: shows the rows of the old app', async (path, ...texts) => {
  openAt(path);
  for (const text of texts) await waitFor(() => expect(shown(text)).not.toEqual([]));
});

test('keeps the settings of the phone', () => {
  expect(chosenLanguage()).toBe('de');
  expect(chosenTheme()).toBe('dark');
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone');
  expect(wantsInstallBanner()).toBe(false);
  const bell = new PushDevice({ ...browserPlatform(), permission: () => 'granted', store: localStorage });
  bell.look(orga);
  expect(bell.state.get().subscribed).toBe(true);
});
