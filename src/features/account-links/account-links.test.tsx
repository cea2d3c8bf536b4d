import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { noNetwork, refused } from '#tests/fixtures/screens/session-answers.ts';
import { recordToasts } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import { at, screenOf } from '#app/routes/routes.tsx';
import { observed } from '#lib/observable.ts';
import { SessionProvider } from '#sync/react/hooks.tsx';
import type { SessionState } from '#sync/session/session-state.ts';
import type { Session } from '#sync/session/session.ts';
import type { Site } from '#sync/session/server-settings.ts';
import type { Outcome } from '#sync/wire/transport.ts';
import { accountLinks } from './manifest.ts';

beforeEach(() => startTexts());
afterEach(() => {
  vi.useRealTimers();
  history.replaceState(null, '', '#/');
  dispatchEvent(new HashChangeEvent('hashchange'));
});

const ok = (body: object): Outcome => ({ kind: 'answer', status: 200, body: { success: true, message: '', ...body } });
const verified = ok({ message: 'Email verified successfully!', already: false });
const known = ok({ message: 'This email address is already confirmed.', already: true });

interface Given {
  answers?: Outcome[];
  status?: SessionState['status'];
  site?: Partial<Site>;
}

function show(path: string, given?: Given) {
  history.replaceState(null, '', `#${path}`);
  return mount(given).send;
}

function mount({ answers = [], status = 'signed-in', site = {} }: Given = {}) {
  const send = vi.fn<Session['send']>(async () => answers.shift() ?? noNetwork);
  const shown: Site = { controller: null, contact: null, donationUrl: null, betaLabel: null, sendsMail: true, ...site };
  const session = { send, site: observed(shown), state: observed({ status }), loadSite: () => Promise.resolve() };
  const { unmount } = render(
    <SessionProvider session={session as unknown as Session}>
      <Router hook={useHashLocation}>{accountLinks.routes!.map((route) => at(route, (params) => screenOf(route, params)))}</Router>
    </SessionProvider>,
  );
  return { send, unmount };
}

const press = (name: string) => user.click(screen.getByRole('button', { name }));
const bodies = (ask: ReturnType<typeof show>) => ask.mock.calls.map(([{ path, body }]) => [path, body]);

describe('the verification of an address', () => {
  test('continues without a second call when the screen is mounted again because a session begins', async () => {
    history.replaceState(null, '', '#/verify-email?token=abc');
    const signedOut = mount({ answers: [verified], status: 'starting' });
    await waitFor(() => expect(signedOut.send).toHaveBeenCalledTimes(1));
    signedOut.unmount();
    const signedIn = mount();
    expect(await screen.findByText('Email verified successfully!')).toBeDefined();
    expect(signedIn.send).not.toHaveBeenCalled();
    expect(screen.queryByText('No verification token found in URL')).toBeNull();
  });

  test.each([
    ['two seconds after it was', verified, 2_000],
    ['one second after it turns out to be known', known, 1_000],
  ])('succeeds without a button and leads to the profile %s', async (_when, answer, wait) => {
    await Promise.all(accountLinks.routes!.map(async ({ screen: { preload } }) => preload?.()));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ask = show('/verify-email?token=abc', { answers: [answer] });
    const entries = history.length;
    const { message } = (answer as { body: { message: string } }).body;
    await act(async () => undefined);
    expect(screen.getByText(message).closest('[role=status]')).not.toBeNull();
    expect(bodies(ask)).toEqual([['/api/users/verify-email', { token: 'abc' }]]);
    // The address and the history no longer contain the token.
    expect([location.hash, location.search]).toEqual(['#/verify-email', '']);
    expect(history.length).toBe(entries);
    act(() => void vi.advanceTimersByTime(wait - 1));
    expect(location.hash).toBe('#/verify-email');
    act(() => void vi.advanceTimersByTime(1));
    expect(location.hash).toBe('#/my-profile');
  });

  test('shows a failure only after a press on the button', async () => {
    const ask = show('/verify-email?token=abc', {
      answers: [refused('link_over', 410), refused('link_over', 410), refused('internal', 500)],
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Confirm email' }).getAttribute('aria-disabled')).toBe('false'));
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Confirm email');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This link no longer works/);
    await press('Confirm email');
    expect(await screen.findByText('Email verification failed')).toBeDefined();
    await press('Confirm email');
    expect(await screen.findByText('An error occurred during email verification')).toBeDefined();
    expect(ask).toHaveBeenCalledTimes(4);
  });

  test('requires a token', async () => {
    const ask = show('/verify-email');
    expect(await screen.findByText('No verification token found in URL')).toBeDefined();
    await press('Confirm email');
    expect(await screen.findByText('No verification token available')).toBeDefined();
    expect(ask).not.toHaveBeenCalled();
  });

  test('sends another mail to a signed-in user', async () => {
    const ask = show('/verify-email', { answers: [ok({}), refused('internal', 500)] });
    await screen.findByText('No verification token found in URL');
    await press('Send email again');
    expect(await screen.findByText('Verification email sent successfully!')).toBeDefined();
    expect(bodies(ask)).toEqual([['/api/users/resend-verification', {}]]);
    await press('Send email again');
    expect(await screen.findByText('Failed to resend verification email')).toBeDefined();
  });

  test.each<[string, Given, string]>([
    ['who is signed out', { status: 'signed-out' }, 'Sign in to get another email.'],
    ['a server that sends none', { site: { sendsMail: false } }, 'This server doesn’t send email, so addresses can’t be confirmed here.'],
  ])('offers no other mail for %s', async (_whom, given, text) => {
    show('/verify-email', given);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send email again' })).toBeNull();
  });
});

describe('a forgotten password', () => {
  const type = (email: string) => fillIn(screen.getByLabelText('Email'), email);

  test('causes a mail with a link without revealing if the account exists', async () => {
    const ask = show('/forgot-password', { status: 'signed-out', answers: [ok({})] });
    await screen.findByLabelText('Email');
    await type('anna');
    await press('Send link');
    expect(await screen.findByText('Enter a full email address, like name@example.org.')).toBeDefined();
    expect(ask).not.toHaveBeenCalled();
    await type(' anna@camp.example ');
    await press('Send link');
    expect(await screen.findByText(/^If anna@camp.example has an account, a link/)).toBeDefined();
    expect(bodies(ask)).toEqual([['/api/users/forgot-password', { email: 'anna@camp.example' }]]);
  });

  test.each<[string, Outcome, RegExp]>([
    ['no network', noNetwork, /^No connection to the server/],
    ['too often', refused('too_many_requests', 429, 120), /^Too many attempts. Try again in 2 min/],
    ['too often within a day', refused('too_many_requests', 429, 4 * 3_600), /^Too many attempts. Try again in 4 hours/],
  ])('keeps the typed address after a refusal: %s', async (_case, answer, text) => {
    show('/forgot-password', { answers: [answer] });
    await screen.findByLabelText('Email');
    await type('anna@camp.example');
    await press('Send link');
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('anna@camp.example');
  });

  test('shows the contact of the operator if the server sends no mail', async () => {
    show('/forgot-password', { site: { sendsMail: false, contact: 'Zelt 1' } });
    expect(await screen.findByText(/^This server doesn’t send email. Ask the organisers/)).toBeDefined();
    expect(screen.getByText('Zelt 1')).toBeDefined();
    expect(screen.queryByLabelText('Email')).toBeNull();
  });
});

describe('a new password', () => {
  const toasts = recordToasts();
  const type = async (next: string, confirm = next) => {
    await fillIn(screen.getByLabelText('New password'), next);
    await fillIn(screen.getByLabelText('Repeat new password'), confirm);
    await press('Change password');
  };

  test('is set by the link and leads to the sign-in', async () => {
    const ask = show('/reset-password?token=abc', { status: 'signed-out', answers: [ok({})] });
    await screen.findByLabelText('New password');
    await type('short', 'other');
    expect(await screen.findByText(/^Use at least 8 characters/)).toBeDefined();
    expect(screen.getByText('The two new passwords don’t match.')).toBeDefined();
    await type('Seeufer-2026');
    await waitFor(() => expect(location.hash).toBe('#/home'));
    expect(bodies(ask)).toEqual([['/api/users/reset-password', { token: 'abc', newPassword: 'Seeufer-2026' }]]);
    expect(toasts).toHaveBeenCalledWith('Password changed. Sign in with the new one.');
  });

  test('shows a refused password at its field and a refused link at the form', async () => {
    show('/reset-password?token=abc', { answers: [refused('common_password'), refused('link_over', 410)] });
    await screen.findByLabelText('New password');
    await type('Password1');
    await waitFor(() => expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true'));
    await type('Seeufer-2026');
    expect(await screen.findByText(/^This link no longer works/)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('Seeufer-2026');
    expect(screen.getByRole('link', { name: 'Send new link' }).getAttribute('href')).toBe('#/forgot-password');
  });

  test('requires the token of the link', async () => {
    show('/reset-password');
    expect(await screen.findByText(/^This page needs the full link/)).toBeDefined();
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});
