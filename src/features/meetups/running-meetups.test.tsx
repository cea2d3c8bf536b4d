import { screen, within } from '@testing-library/react';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { eventId } from '#tests/fixtures/device.ts';
import { show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import type { EventDatabase } from '#db/database.ts';
import { RunningMeetups } from './running-meetups.tsx';

let db: EventDatabase;
setUpScreen('participant', (device) => (db = device));

const minute = 60_000;
const meetup = (title: string, minutes: number) => ({
  id: v7(),
  version: 1,
  eventId,
  authorId: 9,
  title,
  description: 'Meadow',
  startDate: new Date(Date.now() + minutes * minute).toISOString(),
});

test('shows running meetups and the next one', async () => {
  const [over, running, next, later] = [meetup('Over', -121), meetup('Running', -119), meetup('Next', 5), meetup('Later', 50)];
  await db.mirror('meetups').bulkPut([over, running, next, later]);
  const event = await db.mirror('events').get(eventId);
  show(db, <RunningMeetups event={event!} />);
  const section = within(await screen.findByRole('region', { name: 'Meetups' }));
  expect(section.getAllByRole('article').map((article) => article.getAttribute('aria-label'))).toEqual(['Running', 'Next']);
  expect(section.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Now', 'Next']);
});
