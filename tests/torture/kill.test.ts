import { expect, test } from 'vitest';
import { clean } from './harness/audit.ts';
import { killWhileWriting } from './kills.ts';

test('20 kills during writes: nothing acknowledged is lost, nothing doubled, and it is up again within 2 s', async () => {
  const { findings, writes, starts } = await killWhileWriting(20);
  expect(findings).toEqual(clean);
  expect(writes).toBeGreaterThan(200);
  // Other work on the machine is not the server's doing.
  expect(Math.max(...starts.map(({ own }) => own))).toBeLessThan(2_000);
});
