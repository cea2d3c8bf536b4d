import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { apiAnswer, userId } from '#tests/fixtures/device.ts';
import { noNetwork, noServer, refused } from '#tests/fixtures/screens/session-answers.ts';
import { clientOf, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { type SavedFile, savedFiles } from '#tests/fixtures/saved-files.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { SessionProvider, SyncProvider } from '#sync/react/hooks.tsx';
import type { Ports } from '#sync/device/ports.ts';
import type { Session } from '#sync/session/session.ts';
import { OwnDataCard } from './own-data-card.tsx';

let db: EventDatabase;
const leaveForGood = vi.fn<Session['leaveForGood']>();

const toasts = setUpScreen('participant', (device) => {
  db = device;
  leaveForGood.mockClear();
});

function show(own: Partial<Ports> = {}): void {
  render(
    <SessionProvider session={{ leaveForGood } as Partial<Session> as Session}>
      <SyncProvider client={clientOf(db, own)}>
        <OwnDataCard />
      </SyncProvider>
    </SessionProvider>,
  );
}

const press = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }));
const token = { success: true, token: 't', userId, expiresIn: 3_600 };
const sentences = {
  network: 'No connection to the server. Try again when you’re online.',
  server: 'Can’t reach the server right now. Try again in a moment.',
  broken: 'Something went wrong on the server. Try again in a moment.',
};

describe('the data of a person', () => {
  test('is saved as one file', async () => {
    const files = savedFiles();
    const data = { users: [{ name: 'Ben Okafor' }] };
    show({ fetch: async (path) => apiAnswer(200, path === '/api/users/me/data' ? data : token) });
    await press('Download my data');
    await waitFor(() => expect(files).toHaveLength(1));
    const [{ name, content }] = files as [SavedFile];
    expect(name).toBe('event-companion.json');
    expect(JSON.parse(await content.text())).toEqual(data);
  });

  test.each([
    ['network', () => Promise.reject(new TypeError('no network'))],
    ['server', async () => new Response('bad gateway', { status: 502 })],
    [
      'broken',
      async (path) => (path === '/api/users/me/data' ? apiAnswer(500, { error: 'internal', message: '' }) : apiAnswer(200, token)),
    ],
  ] as [keyof typeof sentences, Ports['fetch']][])('is not saved after a failure, which is shown: %s', async (problem, fetch) => {
    const files = savedFiles();
    show({ fetch });
    await press('Download my data');
    await screen.findByText(sentences[problem]);
    expect(files).toEqual([]);
  });
});

describe('the erasure of an account', () => {
  const form = () => within(screen.getByRole('form', { name: 'Delete my account' }));
  const now = 'Delete account for good';
  const ask = (): Promise<void> => user.click(form().getByRole('button', { name: now }));

  async function fill(): Promise<void> {
    await user.click(screen.getByLabelText('Delete it too, with all replies'));
    await fillIn(screen.getByLabelText('Password'), 'Demo-Ben-1');
    await ask();
    const question = await screen.findByRole('alertdialog', { name: 'Delete your account for good?' });
    expect(leaveForGood).not.toHaveBeenCalled();
    await user.click(within(question).getByRole('button', { name: now }));
    await waitFor(() => expect(leaveForGood).toHaveBeenCalledExactlyOnceWith('Demo-Ben-1', 'delete'));
  }

  beforeEach(async () => {
    show();
    await press('Delete my account');
  });

  test('requires a choice about shared content and the password before the confirmation', async () => {
    const problems = () =>
      form()
        .getAllByRole('alert')
        .map(({ textContent }) => textContent);
    await ask();
    expect(problems()).toEqual(['Choose what should happen to what you shared.', 'Enter your password.']);
    await user.click(screen.getByLabelText('Keep it, without my name'));
    await ask();
    expect(problems()).toEqual(['Enter your password.']);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('happens with the right password, and is reported', async () => {
    leaveForGood.mockResolvedValue({ kind: 'answer', status: 200, body: { success: true } });
    await fill();
    await waitFor(() => expect(toasts).toHaveBeenCalledExactlyOnceWith('Your account has been deleted'));
  });

  test.each([
    ['with a wrong password', refused('wrong_password', 403), 'Your current password is wrong. Check it and try again.'],
    ['without network', noNetwork, sentences.network],
    ['behind a proxy', noServer, sentences.server],
    ['on a broken server', refused('internal', 500), sentences.broken],
  ])('fails %s and shows the reason', async (_case, outcome, sentence) => {
    leaveForGood.mockResolvedValue(outcome);
    await fill();
    await waitFor(() => expect(form().getByRole('alert').textContent).toBe(sentence));
    expect(toasts).not.toHaveBeenCalled();
  });
});
