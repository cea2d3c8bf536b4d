import type { Locator } from 'playwright-core';
import { expectSoon } from './expectations.ts';

/** Repeats `bring` until the pointer is on a message, where messages stay; a message that disappeared before that is brought again. */
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
