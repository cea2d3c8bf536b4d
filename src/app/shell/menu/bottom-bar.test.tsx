import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { putDemoScreens } from '#tests/fixtures/screens/demo-screens.ts';
import { givenDevice, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Badges } from '#feature-kit/menu/menu-link.ts';
import { BottomBar } from './bottom-bar.tsx';
import { useMenu } from './use-menu.ts';

let db: EventDatabase;
beforeEach(() => startTexts());
afterEach(() => tearDown(db));

const onMore = vi.fn();

function Bar({ badges }: { badges: Badges }): ReactNode {
  return <BottomBar sections={useMenu()} badges={badges} menuOpen={false} onMore={onMore} />;
}

async function showBar(badges: Badges = []): Promise<void> {
  db = await givenDevice();
  await putDemoScreens(db);
  show(db, <Bar badges={badges} />);
  await screen.findByRole('link', { name: 'Home' });
}

test('shows the first four entries of the event’s menu, and opens the others', async () => {
  await showBar();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/home', '/schedule', '/chat', '/meetups']);
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(onMore).toHaveBeenCalledOnce();
});

test('marks an entry with news, and "More" for the news of the others', async () => {
  await showBar([
    { path: '/schedule', label: 'schedule_news.title', news: 2 },
    { path: '/announcements', label: 'announcements.news', news: 1 },
  ]);
  expect(screen.getByRole('link', { name: /^Schedule ?2 changes$/ })).toBeDefined();
  expect(screen.getByRole('button', { name: 'More, New announcements' })).toBeDefined();
});
