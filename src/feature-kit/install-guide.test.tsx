import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { initialStatus, type SyncStatus } from '#sync/engine/status.ts';
import { observed } from '#lib/observable.ts';
import { SyncProvider } from '#sync/react/hooks.tsx';
import { InstallSteps } from './install-guide.tsx';

beforeEach(() => startTexts());
afterEach(cleanup);

test.each<[Partial<SyncStatus>, boolean]>([
  [{}, false],
  [{ waiting: 1 }, true],
  [{ needsAttention: 1 }, true],
])('the steps with %o mention unsent commands: %s', (part, isNamed) => {
  const client = { status: observed({ ...initialStatus, ...part }) } as unknown as SyncClient;
  render(
    <SyncProvider client={client}>
      <InstallSteps last="Open it" />
    </SyncProvider>,
  );
  expect(screen.queryByText(/^Anything not sent yet/) !== null).toBe(isNamed);
});
