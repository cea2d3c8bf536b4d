import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AllAnswered } from './all-answered.tsx';
import { usePendingQuery } from './pending-queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Part({ waits, children }: { waits: boolean; children?: ReactNode }): ReactNode {
  usePendingQuery(waits);
  return waits ? null : <div>Part{children}</div>;
}

async function show(parts: ReactNode) {
  const page = (shown: ReactNode): ReactNode => <AllAnswered className="parts">{shown}</AllAnswered>;
  const { container, rerender } = render(page(parts));
  const isShown = (): boolean => container.querySelector('.parts:not([data-coming])') !== null;
  await act(async () => undefined);
  return { isShown, change: (to: ReactNode) => act(async () => rerender(page(to))) };
}

test('shows its parts when all queries have answered, also those of parts inside them', async () => {
  const { isShown, change } = await show([<Part key="a" waits />, <Part key="b" waits />]);
  expect(isShown()).toBe(false);
  await change([
    <Part key="a" waits={false}>
      <Part waits />
    </Part>,
    <Part key="b" waits={false} />,
  ]);
  expect(isShown()).toBe(false);
  await change([
    <Part key="a" waits={false}>
      <Part waits={false} />
    </Part>,
    <Part key="b" waits={false} />,
  ]);
  expect(isShown()).toBe(true);
  // A later query hides nothing.
  await change(<Part key="a" waits />);
  expect(isShown()).toBe(true);
});

test('shows its parts after two seconds, even if a query has no answer', async () => {
  const { isShown } = await show(<Part waits />);
  await act(() => vi.advanceTimersByTimeAsync(1_900));
  expect(isShown()).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(isShown()).toBe(true);
});
