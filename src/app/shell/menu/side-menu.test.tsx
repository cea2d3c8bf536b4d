import { screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { putDemoScreens } from '#tests/fixtures/screens/demo-screens.ts';
import { eventId } from '#tests/fixtures/device.ts';
import { givenDevice, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { useActiveEvent } from '#sync/react/hooks.tsx';
import { SideMenu } from '#feature-kit/menu/side-menu.tsx';
import { useMenu } from './use-menu.ts';

let db: EventDatabase;
beforeEach(() => startTexts());
afterEach(() => tearDown(db));

const badges = [{ path: '/schedule', label: 'schedule_news.title', news: 2 } as const];

function Menu(): ReactNode {
  const [open, setOpen] = useState(true);
  const menu = <SideMenu event={useActiveEvent()} sections={useMenu()} badges={badges} onChosen={() => setOpen(false)} />;
  return open && menu;
}

/** Returns headings and entries of the demo event's menu, as read to a person with this role. */
async function menuOf(role: 'participant' | 'admin'): Promise<(string | null)[]> {
  db = await givenDevice(role);
  await putDemoScreens(db);
  show(db, <Menu />);
  await screen.findByRole('link', { name: 'Home' });
  const lines = [...screen.getByRole('navigation').querySelectorAll('h2, a')];
  return lines.map((line) => line.querySelector('span:not([aria-hidden])')?.textContent ?? line.textContent);
}

const everybody = [
  'Home',
  'Schedule',
  'Chat',
  'Meetups',
  'My agenda',
  'Sharing board',
  'Photos',
  'Participants',
  'Invite others',
  'Announcements',
  'Contact links',
  'Calendar',
  'Dating',
  'Matches',
  'Statistics',
  'Feedback',
  'FAQ',
];

test('shows a participant the sections and entries of the event in their order', async () => {
  expect(await menuOf('participant')).toEqual(['Camp', ...everybody, 'Settings', 'Notifications', 'Events', 'Sign out']);
});

test('shows an event admin the entries for admins too', async () => {
  const organising = ['Administration', 'Overview', 'Edit schedule', 'Edit announcements'];
  expect(await menuOf('admin')).toEqual(['Camp', ...everybody, ...organising, 'Settings', 'Notifications', 'Events', 'Sign out']);
});

test("shows the event's picture and badges, and closes when an entry is chosen", async () => {
  await menuOf('participant');
  expect(screen.getByRole('presentation').getAttribute('src')).toBe(`/images/events/${eventId}/event-header.png`);
  const entry = screen.getByRole('link', { name: /^Schedule/ });
  expect(entry.textContent).toContain('2');
  await user.click(entry);
  expect(screen.queryByRole('navigation')).toBeNull();
});

test.each([
  ['/sharing-add', 'Sharing board'],
  ['/admin/modules', 'Overview'],
  ['/admin/event-schedule', 'Edit schedule'],
  ['/admin/announcements', 'Edit announcements'],
])('marks one entry for the current screen, also if the screen at %s only belongs to it', async (path, entry) => {
  history.replaceState(null, '', path);
  await menuOf('admin');
  expect(screen.getByRole('link', { current: 'page' }).textContent).toContain(entry);
});
