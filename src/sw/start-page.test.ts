import { expect, test, vi } from 'vitest';
import { startPageAt } from './start-page.ts';

const html = '<html lang="en" data-app="/assets/app-1.js" data-wish="en true"><p data-until="1000">Now</p><p data-until="3000">Next</p>';
const kept = (text: string) => new Response(text, { headers: { 'content-security-policy': "default-src 'self'" } });

/** The answer of the worker at 2,000 with `/assets/app-1.js` in its precache, and how often it forgets the kept page. */
async function answerFor(read: () => Promise<Response | undefined>, precached = '/assets/app-1.js') {
  const forget = vi.fn<() => Promise<void>>(async () => {});
  const page = await startPageAt(2_000, async (script) => script === precached, { read, forget });
  return { page, forgotten: forget.mock.calls.length };
}

test('what is over is marked, and the policy of the page stays', async () => {
  const { page, forgotten } = await answerFor(async () => kept(html));
  expect(await page?.text()).toMatch(/<p data-past>Now<\/p><p data-until="3000">Next<\/p>$/);
  expect(page?.headers.get('content-security-policy')).toBe("default-src 'self'");
  expect(forgotten).toBe(0);
});

test('without one, or where it cannot be read, the app starts without', async () => {
  expect((await answerFor(async () => undefined)).page).toBeUndefined();
  expect((await answerFor(() => Promise.reject(new Error('no storage')))).page).toBeUndefined();
});

test.each([
  ['whose script is not in the precache', html],
  ['that names no script', '<html lang="en">'],
])('a kept page %s is forgotten and not served', async (_which, text) => {
  expect(await answerFor(async () => kept(text), '/assets/app-2.js')).toEqual({ page: undefined, forgotten: 1 });
});
