import type { BrowserContext, Page } from 'playwright-core';

/** The factor by which the pages' processor is slowed down; `npm run test:full` finds races with it. */
const rate = Number(process.env['TEST_CPU_SLOWDOWN'] ?? 1);

/** Slows down every page of a device, including its first one, if the run asks for it. */
export async function slowDown(context: BrowserContext): Promise<void> {
  if (rate === 1) return;
  const slow = async (page: Page): Promise<void> => {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
  };
  // A page may be closed before it is slowed down.
  context.on('page', (page) => void slow(page).catch(() => undefined));
  await Promise.all(context.pages().map(slow));
}
