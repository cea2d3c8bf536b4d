import { expect, vi } from 'vitest';
import { engineNames } from './driver/engine.ts';
import { play } from './harness/stage.ts';

// The other stories rest on it: an error that an engine keeps to itself would fail none of them.
play(
  engineNames,
  'reports a violation of the policy, an error of the console and a failed request',
  async ({ server, start, open, expectErrors }) => {
    expectErrors();
    const person = await open(await start('phone'));
    await person.open('/');
    await person.isDrawn('main input');
    await person.window.run(async () => {
      document.body.append(Object.assign(new Image(), { src: 'https://example.invalid/picture.png' }));
      console.error('an error of the console');
      await fetch('/api/nothing');
    });
    const told: string[] = [];
    await vi.waitFor(() => {
      told.push(...person.window.takeErrors());
      expect(told.join('\n')).toMatch(/CSP violation: img-src/);
      expect(told.join('\n')).toMatch(/an error of the console/);
      expect(server.failures.join('\n')).toMatch(/404/);
    });
  },
);
