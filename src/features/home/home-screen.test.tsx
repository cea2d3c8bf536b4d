import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { putDemoScreens } from '../../../tests/fixtures/demo-screens.ts';
import { givenDevice, show, tearDown } from '../../../tests/fixtures/organiser.tsx';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { Feature } from '../../feature-kit/feature.ts';
import { FeaturesProvider } from '../../feature-kit/features.tsx';
import { HomeScreen } from './home-screen.tsx';

/** What an app knew that is older than the event. */
const known: readonly Feature[] = [
  { name: 'chat', home: { recent_posts: ({ count }) => <p>{count} posts</p> } },
  { name: 'home', home: { event_countdown: () => <p>countdown</p> } },
];

let db: EventDatabase;
beforeEach(() => startTexts());
afterEach(() => tearDown(db));

test('what the event puts on its home screen comes in its order; a component that the app does not know is left out and logged', async () => {
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
