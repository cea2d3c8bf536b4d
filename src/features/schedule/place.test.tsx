import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { scheduleEntry } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { urlTricks } from '#tests/fixtures/url-tricks.ts';
import { Place } from './place.tsx';

beforeEach(() => startTexts());

test.each(urlTricks)('shows a place with the unsafe URL %j without a link', (locationUrl) => {
  render(<Place entry={scheduleEntry('yoga', { locationName: 'Meadow', locationUrl })} />);
  expect(screen.getByText('Meadow')).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

test('opens a map in a new tab without a referrer', () => {
  render(<Place entry={scheduleEntry('yoga', { locationName: 'Meadow', locationUrl: 'geo:53.3,12.7' })} />);
  const link = screen.getByRole('link', { name: 'Meadow, open map' });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'geo:53.3,12.7',
    '_blank',
    'noopener noreferrer',
  ]);
});
