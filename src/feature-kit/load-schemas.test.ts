import { expect, test, vi } from 'vitest';
import { drawn } from './drawn.ts';
import { afterFirstScreen } from './load-schemas.ts';

test('loads code after the first screen only when that is drawn', async () => {
  const load = vi.fn<() => Promise<string>>(async () => 'code');
  const loading = afterFirstScreen(load)();
  await new Promise((done) => setTimeout(done));
  expect(load).not.toHaveBeenCalled();
  drawn.set(true);
  expect(await loading).toBe('code');
});
