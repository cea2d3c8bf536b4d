import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { putDemoScreens } from '#tests/fixtures/screens/demo-screens.ts';
import { givenDevice, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import type { EventDatabase } from '#db/database.ts';
import type { Feature } from '#feature-kit/feature.ts';
import { FeaturesProvider } from '#feature-kit/features.tsx';
import { HomeScreen } from './home-screen.tsx';

/** Components of an older app. */
const known: readonly Feature[] = [
  { name: 'chat', home: { recent_posts: ({ count }) => <p>{count} posts</p> } },
  { name: 'home', home: { event_countdown: () => <p>countdown</p> } },
];

let db: EventDatabase;
beforeEach(() => startTexts());
afterEach(() => tearDown(db));

test('shows the components of the event in order, and logs an unknown one', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  db = await givenDevice();
  await putDemoScreens(db);
  show(
    db,
    <FeaturesProvider features={known}>
      <HomeScreen />
    </FeaturesProvider>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Camp' });
  expect(screen.getAllByText(/countdown|posts/).map(({ textContent }) => textContent)).toEqual(['countdown', '2 posts']);
  const unknown = ['header_image', 'profile_incomplete', 'schedule_status', 'active_announcements', 'feedback_form'];
  expect(info.mock.calls.flat()).toEqual(expect.arrayContaining(unknown.map((name) => `no home component named ${name}`)));
});
