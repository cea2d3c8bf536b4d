import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTexts } from '../../../../tests/fixtures/texts.ts';
import { WallClockNotes } from './wall-clock-notes.tsx';

beforeEach(() => startTexts());
afterEach(cleanup);

const { timeZone: own } = new Intl.DateTimeFormat().resolvedOptions();
const elsewhere = own === 'Asia/Kathmandu' ? 'Asia/Tokyo' : 'Asia/Kathmandu';

test.each([
  ['its own', own, ''],
  ['another', elsewhere, `Times are those of the event (${elsewhere}).`],
  ['an unknown', 'Mars/Olympus', 'This device does not know the time zone of the event (Mars/Olympus). Times are those of this device.'],
])('shows the note for %s zone', (_name, timeZone, note) => {
  const { container } = render(<WallClockNotes values={['2026-07-17T14:00']} timeZone={timeZone} />);
  expect(container.textContent).toBe(note);
});
