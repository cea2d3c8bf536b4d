import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingNames } from './config.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The names that are set in a part of a file, as `NAME=value` or `NAME: value`. */
const namesIn = (text: string, name: RegExp): string[] => [...text.matchAll(name)].map(([, found]) => found!);

/** From where `begins` is to the first line that is not further in. */
function block(text: string, begins: RegExp): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => begins.test(line));
  const depth = (line: string) => line.search(/\S/);
  const inner = lines.slice(first + 1);
  const end = inner.findIndex((line) => line.trim() !== '' && depth(line) <= depth(lines[first]!));
  return inner.slice(0, end).join('\n');
}

test.each([
  ['deploy/compose.yaml', (text: string) => namesIn(block(text, /environment: &settings/), /^ +([A-Z_]+):/gm)],
  ['deploy/event-companion.service', (text: string) => namesIn(/^Environment=(.*)$/m.exec(text)![1]!, /([A-Z_]+)=/g)],
  ['Dockerfile', (text: string) => namesIn(/^ENV (.*)$/m.exec(text)![1]!, /([A-Z_]+)=/g)],
  ['README.md', (text: string) => namesIn(text, /^\| `([A-Z_]+)` /gm)],
])('%s names settings that there are', (path, namesOf) => {
  const names = namesOf(read(path)).filter((name) => name !== 'NODE_ENV');
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
});

test('the settings table of the README has all of them, but for the one of the tests', () => {
  expect(namesIn(read('README.md'), /^\| `([A-Z_]+)` /gm).toSorted()).toEqual(
    settingNames.filter((name) => name !== 'ALLOW_LOOPBACK').toSorted(),
  );
});

test('a container has more time to stop than a server takes to', () => {
  const [compose, main] = [read('deploy/compose.yaml'), read('server/main.ts')];
  const seconds = (text: string, name: RegExp) => Number(name.exec(text)![1]!.replace('_000', ''));
  const [grace, drain] = [seconds(compose, /stop_grace_period: (\d+)s/), seconds(compose, /DRAIN_SECONDS: (\d+)/)];
  const [last, rest] = [seconds(main, /lastRequests = (\d+_000)/), seconds(main, /stopWithin = (\d+_000)/)];
  expect(grace).toBeGreaterThan(drain + Math.max(drain, last) + rest);
});

test('whatever is fetched is of one version', () => {
  const images = namesIn(read('deploy/compose.yaml'), /image: (\S+:\S+)/g);
  expect(images.length).toBe(2);
  for (const image of images) expect(image).toMatch(/:\d+\.\d+/);
  expect(new Set(namesIn(read('Dockerfile'), /^FROM (\S+)/gm))).toEqual(new Set([`node:${read('.nvmrc').trim()}-slim`]));
});
