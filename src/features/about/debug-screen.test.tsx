import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { DebugScreen } from './debug-screen.tsx';

test.each([
  ['Mozilla/5.0 (Linux; Android 16) Test', 'yes'],
  ['Mozilla/5.0 (X11; Linux x86_64) Test', 'no'],
])('shows the user agent %s and if it is a phone: %s', async (userAgent, mobile) => {
  await startTexts();
  vi.stubGlobal('navigator', { userAgent });
  render(<DebugScreen />);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([userAgent, mobile]);
});
