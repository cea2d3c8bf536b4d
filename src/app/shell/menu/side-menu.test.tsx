import { fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { putDemoScreens } from '../../../../tests/fixtures/demo-screens.ts';
import { eventId } from '../../../../tests/fixtures/device.ts';
import { givenDevice, show, tearDown } from '../../../../tests/fixtures/organiser.tsx';
import { startTexts } from '../../../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../../../db/database.ts';
import { useActiveEvent } from '../../../sync/react/hooks.tsx';
import { SideMenu } from '../../../feature-kit/side-menu.tsx';
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

/** Headings and entries of the demo event's menu from top to bottom, as they are read to somebody of this role. */
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
  'Meetups',
  'Sharing board',
  'Chat',
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

test('participants have the sections and entries of the event in their order', async () => {
  expect(await menuOf('participant')).toEqual(['Camp', ...everybody, 'Settings', 'Notifications', 'Events', 'Sign out']);
});

test('organisers have what only they may open, too', async () => {
  const organising = ['Administration', 'Overview', 'Manage schedule', 'Manage announcements'];
  expect(await menuOf('admin')).toEqual(['Camp', ...everybody, ...organising, 'Settings', 'Notifications', 'Events', 'Sign out']);
});

test('the event’s picture stands above; an entry says what is new behind it, and closes the menu when it is chosen', async () => {
  await menuOf('participant');
  expect(screen.getByRole('presentation').getAttribute('src')).toBe(`/images/events/${eventId}/event-header.png`);
  const entry = screen.getByRole('link', { name: /^Schedule/ });
  expect(entry.textContent).toContain('2');
  fireEvent.click(entry);
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('the entry of the screen that is shown is marked, also on a screen that is a part of it', async () => {
  history.replaceState(null, '', '/sharing-add');
  await menuOf('participant');
  expect(screen.getByRole('link', { current: 'page' }).textContent).toContain('Sharing board');
});
