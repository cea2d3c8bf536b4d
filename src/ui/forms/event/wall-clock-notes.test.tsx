import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { WallClockNotes } from './wall-clock-notes.tsx';

beforeEach(() => startTexts());
afterEach(cleanup);

const { timeZone: own } = new Intl.DateTimeFormat().resolvedOptions();
const elsewhere = own === 'Asia/Kathmandu' ? 'Asia/Tokyo' : 'Asia/Kathmandu';

test.each([
  ['its own', own, ''],
  ['another', elsewhere, `Times are in the event’s time zone (${elsewhere}).`],
  ['an unknown', 'Mars/Olympus', 'Your device doesn’t know the event’s time zone (Mars/Olympus). Times are in your device’s time zone.'],
])('shows the note for %s zone', (_name, timeZone, note) => {
  const { container } = render(<WallClockNotes values={['2026-07-17T14:00']} timeZone={timeZone} />);
  expect(container.textContent).toBe(note);
});
