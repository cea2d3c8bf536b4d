import { iconOf } from '#feature-kit/menu/menu.ts';
import { expect, test } from 'vitest';
import { resources } from '#contract/resources.ts';
import { catalogue } from '#server/resources/catalogue/modules.ts';
import type { AnyDescriptor } from '#server/resources/definition/descriptor.ts';
import { descriptors } from '#server/resources/catalogue/descriptors.ts';
import type { Feature } from '#feature-kit/feature.ts';
import type { Places } from '#feature-kit/places.ts';
import type { Route } from '#feature-kit/route.ts';
import { features } from './feature-list.ts';

const owners = (has: (feature: Feature) => unknown): string[] => features.filter((feature) => has(feature)).map(({ name }) => name);

function expectOneOwner(expected: readonly string[], has: (feature: Feature, what: string) => unknown): void {
  expect(expected.length).toBeGreaterThan(0);
  const found = expected.map((what) => [what, owners((feature) => has(feature, what)).length]);
  expect(found).toEqual(expected.map((what) => [what, 1]));
}

/** Returns whether a route has this path; only its optional parameters may be missing. */
function leadsTo({ path }: Route, address: string): boolean {
  return typeof path === 'string' ? path.replace(/\/:\w+\?$/, '') === address : path.test(address);
}

const routesAt = (address: string) => features.flatMap(({ routes = [] }) => routes.filter((route) => leadsTo(route, address)));

const entries = catalogue.flatMap(({ menu_entries }) => menu_entries);

test('each menu entry leads to the screen of one feature, with the guard of its role', () => {
  const guards = entries.map(({ navigationPath }) => [navigationPath, routesAt(navigationPath).map(({ guard }) => guard)]);
  const expected = entries.map(({ navigationPath, requiredRole }) => [
    navigationPath,
    [requiredRole === 'admin' ? 'event-admin' : undefined],
  ]);
  expect(guards).toEqual(expected);
});

test('a push about news leads to a screen without a guard', () => {
  const told = (descriptors as readonly AnyDescriptor[]).flatMap(({ news }) => news?.path ?? []);
  expect(told.length).toBeGreaterThan(0);
  for (const address of [...told, '/announcements'])
    expect([address, routesAt(address).map(({ guard }) => guard)]).toEqual([address, [undefined]]);
});

test('all screens for global admins work without an event', () => {
  const theirs = features.flatMap(({ routes = [] }) => routes.filter(({ guard }) => guard === 'global-admin'));
  expect(theirs.length).toBeGreaterThan(3);
  expect(theirs.filter(({ eventless }) => !eventless)).toEqual([]);
});

test('each home component belongs to one feature', () => {
  const parts = catalogue.flatMap(({ home_components }) => home_components.map(({ name }) => name));
  expectOneOwner(parts, ({ home }, part) => home?.[part]);
});

test('each icon of the menu belongs to one feature', () => {
  expectOneOwner([...new Set(entries.map(({ icon }) => icon))], ({ icons }, icon) => icons?.[icon]);
});

test('each resource with mutations has the command presenter of one feature', async () => {
  const told = await Promise.all(features.map(async ({ name, commands }) => ({ name, told: Object.keys((await commands?.()) ?? {}) })));
  const mutable = resources.filter(({ mutations }) => Object.keys(mutations).length > 0).map(({ name }) => name as string);
  expect(told.flatMap((feature) => feature.told).toSorted()).toEqual(mutable.toSorted());
});

test('each place is taken by one feature', () => {
  const places: Record<keyof Places, true> = { login: true, register: true, storageFailed: true, noEvent: true, join: true };
  expectOneOwner(Object.keys(places), (feature, place) => feature.places?.[place as keyof Places]);
});

test('each badge belongs to a menu entry', () => {
  const badges = features.flatMap(({ badge }) => badge?.path ?? []);
  expect(entries.map(({ navigationPath }) => navigationPath)).toEqual(expect.arrayContaining(badges));
});

test('each of the 30 icons that the specification names has an emoji of its own', () => {
  const named =
    'home schedule meetups chat pictures participants share announcements sharing statistics notifications feedback faq date code settings event food location transport music games sports awards network workshop presentation business charity registration';
  const drawn = named.split(' ').map((icon) => iconOf({ icon, navigationPath: '/' }, features));
  const unknown = iconOf({ icon: 'no-such-icon', navigationPath: '/' }, features);
  expect([drawn.length, new Set(drawn).size, drawn.includes(unknown)]).toEqual([30, 30, false]);
});
