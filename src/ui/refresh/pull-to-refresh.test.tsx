import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { PullToRefresh } from './pull-to-refresh.tsx';

const onRefresh = vi.fn<() => Promise<void>>();

beforeEach(async () => {
  await startTexts();
  onRefresh.mockReset().mockResolvedValue();
});

/** Drags the page down from its top by this many pixels, once it can be pulled. */
async function pull(by: number): Promise<HTMLElement> {
  render(
    <PullToRefresh onRefresh={onRefresh} isReady>
      the page
    </PullToRefresh>,
  );
  await vi.dynamicImportSettled();
  const page = screen.getByText('the page');
  fireEvent.touchStart(page, { touches: [{ clientY: 10 }] });
  fireEvent.touchMove(page, { touches: [{ clientY: 10 + by }] });
  return page;
}

test('refreshes once when the page is pulled far enough and released', async () => {
  const page = await pull(200);
  expect(onRefresh).not.toHaveBeenCalled();
  fireEvent.touchEnd(page);
  fireEvent.touchEnd(page);
  expect(onRefresh).toHaveBeenCalledTimes(1);
});

test('does not refresh after a short pull', async () => {
  fireEvent.touchEnd(await pull(60));
  expect(onRefresh).not.toHaveBeenCalled();
});

test('does not refresh when the finger scrolls a part of the page back to its top', async () => {
  const page = await pull(0);
  const pane = page.appendChild(document.createElement('div'));
  pane.scrollTop = 50;
  fireEvent.touchStart(pane, { touches: [{ clientY: 10 }] });
  fireEvent.touchMove(pane, { touches: [{ clientY: 210 }] });
  fireEvent.touchEnd(pane);
  expect(onRefresh).not.toHaveBeenCalled();
});

test('does not refresh when the system takes over the gesture', async () => {
  fireEvent.touchCancel(await pull(200));
  expect(onRefresh).not.toHaveBeenCalled();
  expect(screen.queryByText('Release to refresh')).toBeNull();
});
