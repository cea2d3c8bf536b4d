import { expect, test, vi } from 'vitest';
import { startPageAt } from './start-page.ts';

const html = '<html lang="en" data-app="/assets/app-1.js" data-wish="en true"><p data-until="1000">Now</p><p data-until="3000">Next</p>';
const kept = (text: string) => new Response(text, { headers: { 'content-security-policy': "default-src 'self'" } });

/** Returns the worker's answer at 2,000 ms with `precached` in its precache, and how often it deletes the stored page. */
async function answerFor(read: () => Promise<Response | undefined>, precached = '/assets/app-1.js') {
  const forget = vi.fn<() => Promise<void>>(async () => {});
  const page = await startPageAt(2_000, async (script) => script === precached, { read, forget });
  return { page, forgotten: forget.mock.calls.length };
}

test("the worker marks past entries and keeps the page's policy", async () => {
  const { page, forgotten } = await answerFor(async () => kept(html));
  expect(await page?.text()).toMatch(/<p data-past>Now<\/p><p data-until="3000">Next<\/p>$/);
  expect(page?.headers.get('content-security-policy')).toBe("default-src 'self'");
  expect(forgotten).toBe(0);
});

test('the worker answers nothing if no page is stored or readable', async () => {
  expect((await answerFor(async () => undefined)).page).toBeUndefined();
  expect((await answerFor(() => Promise.reject(new Error('no storage')))).page).toBeUndefined();
});

test.each([
  ['with a script that is not in the precache', html],
  ['without a script', '<html lang="en">'],
])('the worker deletes a page %s', async (_which, text) => {
  expect(await answerFor(async () => kept(text), '/assets/app-2.js')).toEqual({ page: undefined, forgotten: 1 });
});
