import type { Locator } from 'playwright-core';
import { expectSoon } from './expectations.ts';

/** Does what brings a message until the pointer is on one, where messages stay; one that went away before is brought again. */
export const holdMessage = (message: Locator, bring: () => Promise<void>): Promise<void> =>
  expectSoon(
    async () => {
      await bring();
      return message
        .filter({ visible: true })
        .first()
        .hover({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        );
    },
    true,
    60_000,
  );
