import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Route } from '../../feature-kit/route.ts';
import type { SessionState } from '../../sync/session/session-state.ts';
import { useJoinCode } from '../invitation/use-join-code.ts';
import { features } from '../feature-list.ts';
import { routesOf } from './routes.tsx';
import { useDestination } from './use-destination.ts';

const routes: readonly Route[] = routesOf(features);

/** The app at an address, with what else follows the address at sign-in. */
function at(path: string, status: SessionState['status'] = 'signed-out') {
  const place = memoryLocation({ path, record: true });
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => <Router hook={place.hook}>{children}</Router>;
  const useFollowed = (now: SessionState['status']): void => {
    useJoinCode(now);
    useDestination(now, routes);
  };
  const { rerender } = renderHook(useFollowed, { initialProps: status, wrapper });
  return {
    get path() {
      return place.history.at(-1);
    },
    become: rerender,
    go: (to: string) => act(() => place.navigate(to)),
  };
}

describe('a person who opens a link while signed out', () => {
  test.each(['/schedule', '/announcements', '/chat/2', '/admin/event-data'])('arrives at %s after signing in', (path) => {
    const app = at(path, 'starting');
    app.become('signed-out');
    expect(app.path).toBe(path);
    app.become('signed-in');
    expect(app.path).toBe(path);
  });

  test('arrives there after registering with an invitation', () => {
    const app = at('/schedule');
    app.go('/code=DEMO');
    app.become('signed-in');
    expect(app.path).toBe('/schedule');
  });

  test('arrives there by way of the forgotten password', () => {
    const app = at('/schedule');
    app.go('/forgot-password');
    app.go('/home');
    app.become('signed-in');
    expect(app.path).toBe('/schedule');
  });

  test('arrives there if the stored session turns out to have ended', () => {
    const app = at('/schedule', 'signed-in');
    app.become('signed-out');
    app.become('signed-in');
    expect(app.path).toBe('/schedule');
  });

  test.each(['/logout', '/no-such-screen', '//example.org', '/javascript:alert(1)'])('is at home instead of %s', (path) => {
    const app = at(path);
    expect(app.path).toBe('/home');
    app.become('signed-in');
    expect(app.path).toBe('/home');
  });

  test('stays where they have gone from the first sight of the screen', () => {
    const app = at('/logout');
    app.go('/privacy');
    expect(app.path).toBe('/privacy');
  });
});

test('leaves nothing of where a person was to the next one who signs in', () => {
  const app = at('/home', 'signed-in');
  app.go('/date-matches');
  app.become('signed-out');
  expect(app.path).toBe('/home');
  app.become('signed-in');
  expect(app.path).toBe('/home');
});
