import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { SessionState } from '#sync/session/session-state.ts';
import { forgetJoinCode, signInFor, useJoinCode } from './use-join-code.ts';

beforeEach(() => {
  localStorage.clear();
  forgetJoinCode();
});

/** Renders the hook at a path; `code` is the event code of the question to join. */
function at(path: string, status: SessionState['status'] = 'starting') {
  const place = memoryLocation({ path, record: true });
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => <Router hook={place.hook}>{children}</Router>;
  const { result, rerender, unmount } = renderHook((now: SessionState['status']) => useJoinCode(now), { initialProps: status, wrapper });
  return {
    get code() {
      return result.current;
    },
    get path() {
      return place.history.at(-1);
    },
    become: rerender,
    go: (to: string) => act(() => place.navigate(to)),
    end: unmount,
  };
}

describe('a signed-in user who opens an invitation', () => {
  test('is asked to join, on the home screen', () => {
    const app = at('/chat', 'signed-in');
    expect(app.code).toBeNull();
    app.go('/code=%20MILL%20');
    expect([app.code, app.path]).toEqual(['MILL', '/home']);
  });

  test('is asked again after a restart, until they have answered', () => {
    const app = at('/code=MILL');
    app.become('signed-in');
    app.end();
    const again = at('/home');
    again.become('signed-in');
    expect(again.code).toBe('MILL');
    act(forgetJoinCode);
    expect(again.code).toBeNull();
    again.end();
    const later = at('/home');
    later.become('signed-in');
    expect(later.code).toBeNull();
  });

  test('does not pass the question on to the next person who signs in', () => {
    const app = at('/code=MILL', 'signed-in');
    app.become('signed-out');
    app.become('signed-in');
    expect([app.code, localStorage.length]).toEqual([null, 0]);
  });
});

describe('a signed-out person who opens an invitation', () => {
  test('is not asked to join after registering with it', () => {
    const app = at('/code=DEMO-2026', 'signed-out');
    app.become('signed-in');
    expect([app.code, app.path, localStorage.length]).toEqual([null, '/home', 0]);
  });

  test('is asked after going from there to the sign-in', () => {
    const app = at('/code=MILL', 'signed-out');
    signInFor('MILL');
    app.go('/home');
    app.become('signed-in');
    expect(app.code).toBe('MILL');
  });

  test('is not asked after leaving it, even after starting to sign in from it before', () => {
    const app = at('/code=MILL', 'signed-out');
    signInFor('MILL');
    app.go('/home');
    app.go('/code=MILL');
    app.go('/home');
    app.become('signed-in');
    expect([app.code, localStorage.length]).toEqual([null, 0]);
  });
});
