import { expect, vi } from 'vitest';
import { t } from '../e2e/harness/texts.ts';
import { engineNames } from './driver/engine.ts';
import { locate, tapState, valueOf } from './harness/in-page.ts';
import { play } from './harness/stage.ts';

// All other stories depend on it: an engine that reports no errors would fail none of them.
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
    const errors: string[] = [];
    await vi.waitFor(() => {
      errors.push(...person.window.takeErrors());
      expect(errors.join('\n')).toMatch(/CSP violation: img-src/);
      expect(errors.join('\n')).toMatch(/an error of the console/);
      expect(server.failures.join('\n')).toMatch(/404/);
    });
  },
);

play(engineNames, 'blocks a press that hits another element and repeats it', async ({ start, open }) => {
  const person = await open(await start('phone'));
  await person.open('/');
  const label = t('login.username');
  await person.finds('field', label);
  const at = await vi.waitUntil(() => person.window.run(locate, { kind: 'field', name: label }, 'tapped'));
  await person.window.run(() => {
    const button = Object.assign(document.createElement('button'), { onclick: () => button.remove() });
    button.style.cssText = 'position: fixed; inset: 0; z-index: 9';
    button.id = 'in-the-way';
    document.body.append(button);
  });
  await person.window.tap(at);
  await vi.waitFor(async () => expect(await person.window.run(tapState)).toBe('missed'));
  await person.window.run(() => document.querySelector('#in-the-way')!.remove());
  await person.fill(label, 'anna');
  expect(await person.window.run(valueOf, label)).toBe('anna');
});

play(engineNames, 'repeats a press whose element is replaced before the button comes up', async ({ start, open }) => {
  const person = await open(await start('phone'));
  await person.open('/');
  await person.finds('field', t('login.username'));
  await person.window.run(() => {
    const place = document.body.appendChild(document.createElement('div'));
    place.style.cssText = 'position: fixed; inset: 0; z-index: 9; display: grid';
    const put = (onmousedown: (() => void) | null, onclick: (() => void) | null): void =>
      place.replaceChildren(Object.assign(document.createElement('button'), { textContent: 'Moves', onmousedown, onclick }));
    put(
      () => put(null, () => (document.title = 'Reached')),
      () => (document.title = 'Reached too early'),
    );
  });
  await person.tap('button', 'Moves');
  expect(await person.window.run(() => document.title)).toBe('Reached');
});
