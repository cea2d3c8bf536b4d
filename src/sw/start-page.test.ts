import { expect, test } from 'vitest';
import { startPageAt } from './start-page.ts';

const kept = new Response('<p data-until="1000">Now</p><p data-until="3000">Next</p>', {
  headers: { 'content-security-policy': "default-src 'self'" },
});

test('what is over is marked, and the policy of the page stays', async () => {
  const page = await startPageAt(2_000, async () => kept.clone());
  expect(await page?.text()).toBe('<p data-past>Now</p><p data-until="3000">Next</p>');
  expect(page?.headers.get('content-security-policy')).toBe("default-src 'self'");
});

test('without one, or where it cannot be read, the app starts without', async () => {
  expect(await startPageAt(2_000, async () => undefined)).toBeUndefined();
  expect(await startPageAt(2_000, () => Promise.reject(new Error('no storage')))).toBeUndefined();
});
