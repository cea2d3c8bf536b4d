import { render } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { formatsFor } from '#i18n/formats.ts';
import { EventDays } from './event-days.tsx';

const formats = formatsFor({ dateLocale: 'de-DE', timeZone: 'Europe/Berlin' }, 'en');
const days = { startDate: '2026-07-17T09:00:00Z', endDate: '2026-07-20T09:00:00Z' };
const said = (event: typeof days) => render(<EventDays event={event} formats={formats} />).container.textContent;

beforeEach(() => startTexts());

test('shows the days of an event, and reports an end before the start', () => {
  expect(said(days)).toMatch(/^July 17\s*–\s*20, 2026$/);
  expect(said({ ...days, endDate: '2026-07-16T09:00:00Z' })).toBe(
    'These dates can’t be right: the event starts on 17.07.2026, 11:00 and ends on 16.07.2026, 11:00.',
  );
});
