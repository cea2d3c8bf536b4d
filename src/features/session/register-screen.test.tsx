import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { accepted, signedOutSession, noNetwork, noServer, refused } from '#tests/fixtures/screens/session-answers.ts';
import { startTexts } from '#tests/fixtures/texts.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import { SessionProvider } from '#sync/react/hooks.tsx';
import { RegisterScreen } from './register-screen.tsx';

beforeEach(async () => {
  localStorage.clear();
  location.hash = '#/code=DEMO-2026';
  await startTexts();
});

const done = { register: accepted, login: accepted };

function show(answers: Parameters<typeof signedOutSession>[0] = done, invited = { code: 'DEMO-2026', email: '' }) {
  const { session, ask } = signedOutSession(answers);
  const onSignIn = vi.fn<(code: string) => void>();
  const { unmount, container } = render(
    <SessionProvider session={session}>
      <Router hook={useHashLocation}>
        <RegisterScreen invited={invited} onSignIn={onSignIn} />
      </Router>
    </SessionProvider>,
  );
  return { ask, onSignIn, unmount, container };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await fillIn(field(label), value);
  await user.click(screen.getByRole('button', { name: 'Register' }));
}

const right = { Email: ' new@camp.example ', Password: 'Seeufer-2026', 'Repeat password': 'Seeufer-2026' };

test('fills in the code of the link, and sends trimmed values', async () => {
  const { ask } = show();
  expect(field('Event code').value).toBe('DEMO-2026');
  await fill({ ...right, 'Event code': '  DEMO-2026 ' });
  const body = { email: 'new@camp.example', password: 'Seeufer-2026', eventcode: 'DEMO-2026' };
  await waitFor(() => expect(ask).toHaveBeenCalledWith(expect.objectContaining({ path: '/api/users/register', body })));
});

test('shows the event of the code with dates and picture', async () => {
  const dates = { startDate: '2026-07-17T08:00:00.000Z', endDate: '2026-07-20T08:00:00.000Z' };
  const place = { timeZone: 'Europe/Berlin', dateLocale: 'de-DE', picture: '/images/events/1/event-header.png' };
  const body = { eventId: 1, code: 'DEMO-2026', title: 'Lake camp', description: '', ...dates, ...place };
  const { container } = show({ byCode: { kind: 'answer', status: 200, body } });
  expect(await screen.findByText('Lake camp')).toBeDefined();
  expect(screen.getByText(/^July 17\s*–\s*20, 2026$/)).toBeDefined();
  expect(container.querySelector('img[src="/images/events/1/event-header.png"]')).not.toBeNull();
});

const lake = {
  eventId: 1,
  code: 'LAKE',
  title: 'Lake camp',
  description: '',
  startDate: '2026-07-17T08:00:00.000Z',
  endDate: '2026-07-20T22:30:00.000Z',
  timeZone: 'Europe/Berlin',
  dateLocale: 'de-DE',
  picture: '/images/events/1/event-header.png',
};
const until = /^What you share there.*kept until Monday, October 19, 2026/;

test('shows until when personal data is kept, in the zone of the event', async () => {
  show({ byCode: { kind: 'answer', status: 200, body: lake } });
  expect(await screen.findByText(until)).toBeDefined();
});

test('looks a typed code up when its field is left, and shows until when personal data is kept', async () => {
  show({ byCode: { kind: 'answer', status: 200, body: lake } }, { code: '', email: '' });
  await fillIn(field('Event code'), ' LAKE ');
  await Promise.resolve();
  expect(screen.queryByText(until)).toBeNull();
  await user.tab();
  expect(await screen.findByText(until)).toBeDefined();
});

test('sends the typed name trimmed, and keeps it in the draft', async () => {
  const first = show();
  await fillIn(field('Name'), ' Ben ');
  first.unmount();
  const { ask } = show();
  expect(field('Name').value).toBe(' Ben ');
  await fill(right);
  const body = { email: 'new@camp.example', password: 'Seeufer-2026', eventcode: 'DEMO-2026', name: 'Ben' };
  await waitFor(() => expect(ask).toHaveBeenCalledWith(expect.objectContaining({ path: '/api/users/register', body })));
});

test('fills in the address of the link', () => {
  show(undefined, { code: 'A', email: 'anna+camp@camp.example' });
  expect(field('Email').value).toBe('anna+camp@camp.example');
});

test.each([
  [{ ...right, Email: 'new' }, 'Email', 'Enter a full email address, like name@example.org.'],
  [{ ...right, 'Event code': '  ' }, 'Event code', 'Enter the event code from your invitation.'],
  [{ ...right, Password: 'seeufer-2026' }, 'Password', /^Use at least 8 characters/],
  [{ ...right, 'Repeat password': 'Seeufer-2027' }, 'Repeat password', 'The two passwords don’t match.'],
])('shows a problem at its focused field and sends nothing', async (values, label, sentence) => {
  const { ask } = show();
  await fill(values);
  expect(screen.getByText(sentence)).toBeDefined();
  expect(field(label).getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field(label));
  expect(ask).not.toHaveBeenCalled();
});

test.each<[Parameters<typeof signedOutSession>[0], RegExp]>([
  [{ register: refused('code_spent') }, /^This event code was already used/],
  [{ register: refused('code_unknown') }, /^This event code doesn’t exist/],
  [{ register: refused('event_over') }, /^This event is over/],
  [{ register: refused('common_password') }, /^This password is one of the first/],
  [{ register: refused('too_many_requests', 429, 130) }, /Try again in 3 min – what you typed stays here\.$/],
  [{ register: refused('forged_request') }, /^This request didn’t come from the app/],
  [{ register: refused('unavailable', 503) }, /^The server is busy\. Try again/],
  [{ register: refused('internal') }, /^Registration didn’t work/],
  [{ register: noNetwork }, /^No connection to the server/],
  [{ register: noServer }, /^Can’t reach the server right now/],
  [{ register: accepted, login: refused('wrong_credentials', 401) }, /Sign in with the password you already have/],
  [{ register: accepted, login: noNetwork }, /^You’re registered, but signing in didn’t reach the server/],
])('shows the failure %o and keeps the typed values', async (result, sentence) => {
  show(result);
  await fill(right);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(sentence));
  expect(field('Email').value).toBe('new@camp.example');
  expect(field('Password').value).toBe(right.Password);
});

test('passes the code of the link or of the last try to the sign-in', async () => {
  const { onSignIn } = show({ register: accepted, login: refused('wrong_credentials', 401) });
  const signIn = screen.getByRole('link', { name: 'Sign in' });
  await user.click(signIn);
  expect(onSignIn).toHaveBeenLastCalledWith('DEMO-2026');
  await fill({ ...right, 'Event code': 'OTHER' });
  await screen.findByText(/Sign in with the password you already have/);
  await user.click(signIn);
  expect(onSignIn).toHaveBeenLastCalledWith('OTHER');
});

test('restores the draft without the password after the app was killed, and prefers the code of a new invitation', async () => {
  const { unmount } = show();
  await fillIn(field('Email'), 'new@camp.example');
  await fillIn(field('Password'), 'Seeufer-2026');
  unmount();
  const again = show();
  expect([field('Email').value, field('Password').value]).toEqual(['new@camp.example', '']);
  again.unmount();
  show(undefined, { code: 'OTHER', email: '' });
  expect([field('Email').value, field('Event code').value]).toEqual(['new@camp.example', 'OTHER']);
});

test('prefers the address of the link to one that somebody typed on this device', async () => {
  const { unmount } = show();
  await fillIn(field('Email'), 'before@camp.example');
  unmount();
  show(undefined, { code: 'DEMO-2026', email: 'invited@camp.example' });
  expect([field('Email').value, field('Event code').value]).toEqual(['invited@camp.example', 'DEMO-2026']);
});
