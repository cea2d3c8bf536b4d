import { cleanup, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '#tests/fixtures/texts.ts';
import { user } from '#tests/fixtures/user.ts';
import { browserPorts } from '#sync/device/browser-ports.ts';
import { readStorageIsKept } from '#sync/device/kept-storage.ts';
import { KeepData } from './not-sent-screen.tsx';

const persist = vi.fn<() => Promise<boolean>>(async () => true);
const browser = (userAgent: string): void =>
  void vi.stubGlobal('navigator', { userAgent, storage: { persist, persisted: async () => false } });

beforeEach(async () => {
  persist.mockClear();
  await startTexts();
});

test('asks the person in Firefox only after an explanation, by a press', async () => {
  browser('Mozilla/5.0 (Android 15; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0');
  browserPorts().askToPersist();
  await readStorageIsKept();
  render(<KeepData />);
  const button = screen.getByRole('button', { name: 'Keep data' });
  expect(persist).not.toHaveBeenCalled();
  await user.click(button);
  expect(screen.queryByRole('button')).toBeNull();
  expect(persist).toHaveBeenCalledOnce();
});

test('asks a browser that decides by itself at the first write, without a question to the person', async () => {
  browser('Mozilla/5.0 Chrome/156.0');
  await readStorageIsKept();
  render(<KeepData />);
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  browserPorts().askToPersist();
  expect(persist).toHaveBeenCalledOnce();
});
