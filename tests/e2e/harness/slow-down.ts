import type { BrowserContext, Page } from 'playwright-core';

/** How many times slower the pages' processor is made; `npm run test:full` hunts races so. */
const rate = Number(process.env['TEST_CPU_SLOWDOWN'] ?? 1);

/** Slows down every page of a device, its first one included, where the run asks for it. */
export async function slowDown(context: BrowserContext): Promise<void> {
  if (rate === 1) return;
  const slow = async (page: Page): Promise<void> => {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
  };
  // A page that is closed at once has nothing to be slowed down.
  context.on('page', (page) => void slow(page).catch(() => undefined));
  await Promise.all(context.pages().map(slow));
}
