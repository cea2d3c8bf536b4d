import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { eventId, participant, serverPost } from '#tests/fixtures/device.ts';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import { ChatScreen } from '#features/chat/chat-screen.tsx';
import { MeetupsScreen } from '#features/meetups/meetups-screen.tsx';
import { ParticipantsScreen } from '#features/participants/participants-screen.tsx';
import { PhotosScreen } from '#features/photos/photos-screen.tsx';
import { StatisticsScreen } from '#features/statistics/statistics-screen.tsx';

const nameless = 20;
const gone = 21;

let db: EventDatabase;
setUpScreen('participant', async (device) => {
  db = device;
  await db.mirror('participants').put(participant(nameless, '', { email: 'new@demo.example' }));
  for (const [index, authorId] of [nameless, gone].entries()) {
    const row = { version: 1, eventId, authorId, order: index, createdAt: '2026-07-01T10:00:00.000Z' };
    const id = `row-${index}`;
    await db.mirror('posts').put({ ...serverPost(id), ...row, thread: '' } as never);
    await db.mirror('photos').put({ ...row, id, url: `/images/photos/${'k'.repeat(22)}-4x3.webp`, description: `Photo ${index}` });
    await db.mirror('meetups').put({ ...row, id, title: `Meetup ${index}`, description: 'Swim', startDate: '2026-07-02T10:00:00.000Z' });
    const counted = { version: 1, eventId, statisticId: 1, userId: authorId, value: 2 };
    await db.mirror('userStatistics').put({ ...counted, id: `1-${authorId}` });
  }
  await db.mirror('statistics').put({ id: 1, version: 1, eventId, nameI18N: 'Jumps', evidencePromptI18N: null });
});

// The squares of the grid name nobody.
beforeEach(() => localStorage.setItem('photos-layout', 'list'));
afterEach(() => localStorage.clear());

const screens: Record<string, { node: ReactNode; path?: string; showsGone: boolean; within?: string }> = {
  chat: { node: <ChatScreen page={1} />, showsGone: true },
  photos: { node: <PhotosScreen page={1} />, showsGone: true },
  meetups: { node: <MeetupsScreen />, showsGone: true, within: 'by ' },
  statistics: { node: <StatisticsScreen />, showsGone: true },
  participants: { node: <ParticipantsScreen page={1} />, showsGone: false },
};

test.each(Object.entries(screens))('%s: names a person without a name, and differently from a former participant', async (path, one) => {
  show(db, <Router hook={memoryLocation({ path: `/${path}` }).hook}>{one.node}</Router>);
  const { within = '', showsGone } = one;
  expect((await screen.findAllByText(`${within}No name yet`)).length).toBeGreaterThan(0);
  expect(screen.queryAllByText(`${within}Former participant`).length > 0).toBe(showsGone);
});
