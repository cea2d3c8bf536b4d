import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { v7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '#contract/limits.ts';
import { waitingPicture } from '#contract/pictures.ts';
import { eventId, quietPorts, serverPost, writePost } from '#tests/fixtures/device.ts';
import { givenDevice, recordToasts, changeRemotely, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { startTexts } from '#tests/fixtures/texts.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { enqueue } from '#sync/outbox/outbox.ts';
import type { Ports } from '#sync/device/ports.ts';
import { NotSentScreen } from './not-sent-screen.tsx';

const toasts = recordToasts();
let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice();
});
afterEach(async () => {
  await tearDown(db);
  vi.unstubAllGlobals();
});

const again = () => screen.getByRole('button', { name: 'Try now' });

test('pulls by its button if nothing is pending, and reports a missing network', async () => {
  const fetch = vi.fn<Ports['fetch']>(() => Promise.reject(new TypeError('no network')));
  const client = show(db, <NotSentScreen />, { fetch });
  client.start();
  await screen.findByText('Everything’s sent');
  expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(toasts).toHaveBeenCalledWith('No connection. You may be seeing an older version.'));
  expect(fetch).toHaveBeenCalled();
  client.stop();
});

describe('a browser that may delete stored data', () => {
  const given = async (persisted: boolean, userAgent: string) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    Object.defineProperty(navigator, 'storage', { configurable: true, value: { persisted: async () => persisted } });
    await writePost(db, quietPorts(), 'hello');
    show(db, <NotSentScreen />);
    await screen.findByRole('button', { name: 'Try now' });
  };
  afterEach(() => void Reflect.deleteProperty(navigator, 'storage'));
  test('is mentioned while commands are pending', async () => {
    await given(false, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
    expect(await screen.findByText(/when you close it/)).toBeDefined();
  });
  test('is mentioned with a limit of seven days in Safari', async () => {
    await given(false, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)');
    expect(await screen.findByText(/for seven days/)).toBeDefined();
  });
  test('is not mentioned after it agreed to keep data', async () => {
    await given(true, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)');
    expect(screen.queryByText(/This browser may delete/)).toBeNull();
  });
});

test('offers a retry only for pending commands, not for rejected ones', async () => {
  const { key } = await writePost(db, quietPorts(), 'hello');
  show(db, <NotSentScreen />);
  await screen.findByRole('button', { name: 'Try now' });
  await changeRemotely(() => db.outbox.where({ key }).modify({ state: 'refused', lastError: { code: 'forbidden' } }));
  await screen.findByRole('button', { name: 'Edit and send again' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull());
});

test('keeps the focus on its button when everything was sent', async () => {
  await writePost(db, quietPorts(), 'hello');
  show(db, <NotSentScreen />);
  await screen.findByText('hello');
  again().focus();
  await changeRemotely(() => db.outbox.clear());
  await screen.findByText('Everything’s sent');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refresh' })));
});

test.each([
  ['on something', { resource: 'dragons' }],
  ['that does something', { mutation: 'react' }],
])('shows a command %s that this app does not know, and can only discard it', async (_name, part) => {
  const { seq } = await writePost(db, quietPorts(), 'hello');
  await db.outbox.update(seq, part);
  show(db, <NotSentScreen />);
  await screen.findByText('Change');
  await changeRemotely(() => db.outbox.update(seq, { state: 'conflict', lastError: { code: 'version_conflict' } }));
  await screen.findByText('Not accepted');
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  await press('Discard');
  await press('Discard', await screen.findByRole('alertdialog'));
  await screen.findByText('Everything’s sent');
});

test('shows the content that a deletion deletes', async () => {
  await db.mirror('posts').put({ ...serverPost('0190f1de-0000-7000-8000-000000000001'), content: 'Who has a hammer?' });
  await enqueue(db, quietPorts(), { resource: 'posts', mutation: 'remove', args: {}, id: '0190f1de-0000-7000-8000-000000000001', eventId });
  show(db, <NotSentScreen />);
  await screen.findByText('Delete post');
  expect(screen.getByText('Who has a hammer?')).toBeDefined();
});

/** Shows the screen with rejected posts in a `main`, as the shell does. */
async function givenRefused(...contents: string[]): Promise<void> {
  for (const content of contents) await writePost(db, quietPorts(), content);
  await db.outbox.toCollection().modify({ state: 'refused', lastError: { code: 'forbidden' } });
  show(
    db,
    <main>
      <NotSentScreen />
    </main>,
  );
  await screen.findByText(contents[0]!);
}

async function press(name: string, where: HTMLElement = document.body): Promise<void> {
  const [button] = within(where).getAllByRole('button', { name });
  button!.focus();
  await user.click(button!);
}

const expectFocusOnHeading = () => waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));

test('moves the focus of a discarded command to the heading', async () => {
  await givenRefused('hello', 'other');
  await press('Discard');
  await press('Discard', await screen.findByRole('alertdialog'));
  await waitFor(() => expect(screen.queryByText('hello')).toBeNull());
  await expectFocusOnHeading();
});

test('discards dependent commands too, and announces it before', async () => {
  const { id } = await writePost(db, quietPorts(), 'nobody will read this');
  await writePost(db, quietPorts(), 'nor this', String(id));
  show(db, <NotSentScreen />);
  await screen.findByText('nor this');
  await press('Discard');
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByText(/1 item that depends on it is discarded, too/)).toBeDefined();
  await press('Discard', question);
  await screen.findByText('Everything’s sent');
  expect(await db.outbox.count()).toBe(0);
});

test('restores a half-edited text after the app was killed', async () => {
  await givenRefused('hello');
  await press('Edit and send again');
  const input = () => screen.getByLabelText<HTMLTextAreaElement>('Your text');
  expect(input().value).toBe('hello');
  await fillIn(input(), 'hello again');
  await waitFor(async () => expect(await db.drafts.toArray()).toMatchObject([{ text: 'hello again' }]));
  cleanup();
  show(db, <NotSentScreen />);
  await user.click(await screen.findByRole('button', { name: 'Edit and send again' }));
  await waitFor(() => expect(input().value).toBe('hello again'));
});

test('moves the focus of a resent command to the heading', async () => {
  await givenRefused('hello');
  await press('Edit and send again');
  await press('Send again');
  await screen.findByText('Waiting to be sent');
  await expectFocusOnHeading();
});

test('moves the focus of a cancelled form to the button that opened it', async () => {
  await givenRefused('hello');
  await press('Edit and send again');
  await press('Cancel');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit and send again' })));
});

const picture = waitingPicture(v7(), 4, 3);
const written = {
  posts: [(content: string) => writePost(db, quietPorts(), content), 'content', limits.postLength],
  feedback: [
    (content: string) => enqueue(db, quietPorts(), { resource: 'feedback', mutation: 'create', args: { content }, eventId }),
    'content',
    limits.textLength,
  ],
  photos: [
    (description: string) =>
      enqueue(db, quietPorts(), { resource: 'photos', mutation: 'create', args: { url: picture, description }, eventId }),
    'description',
    limits.descriptionLength,
  ],
} as const;

/** Long texts observe their size, which jsdom does not have. */
class NoResizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

test.each(['posts', 'feedback', 'photos'] as const)('accepts edited %s of the same length as new ones', async (resource) => {
  vi.stubGlobal('ResizeObserver', NoResizes);
  const [write, field, limit] = written[resource];
  const { key } = await write('short');
  await db.outbox.where({ key }).modify({ state: 'refused', lastError: { code: 'forbidden' } });
  show(db, <NotSentScreen />);
  await user.click(await screen.findByRole('button', { name: 'Edit and send again' }));
  const input = screen.getByLabelText('Your text');
  await fillIn(input, 'x'.repeat(limit + 7));
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByText('7 characters too long.');
  await fillIn(input, 'x'.repeat(limit));
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  const sent = { state: 'waiting', args: { [field]: 'x'.repeat(limit) } };
  await waitFor(async () => expect(await db.outbox.toArray()).toMatchObject([sent]));
});
