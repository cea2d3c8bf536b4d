import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { quietPorts, writePost } from '../../../tests/fixtures/device.ts';
import { givenDevice, hearToasts, meanwhile, show, tearDown } from '../../../tests/fixtures/organiser.tsx';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import { presenters } from '../../app/presenters.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { Ports } from '../../sync/ports.ts';
import { NotSentScreen } from './not-sent-screen.tsx';

const said = hearToasts();
let db: EventDatabase;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice();
});
afterEach(() => tearDown(db));

const again = () => screen.getByRole('button', { name: 'Try now' });

test('where nothing waits there is nothing to try: the button looks for news, and says why there is none', async () => {
  const fetch = vi.fn<Ports['fetch']>(() => Promise.reject(new TypeError('no network')));
  const client = show(db, <NotSentScreen presenters={presenters} />, { fetch });
  client.start();
  await screen.findByText('Everything is sent');
  expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(said).toHaveBeenCalledWith('No network: what you see may not be the latest.'));
  expect(fetch).toHaveBeenCalled();
  client.stop();
});

test('what was refused is not tried again by itself: only what waits offers to be tried', async () => {
  const { key } = await writePost(db, quietPorts(), 'hello');
  show(db, <NotSentScreen presenters={presenters} />);
  await screen.findByRole('button', { name: 'Try now' });
  await meanwhile(() => db.outbox.where({ key }).modify({ state: 'refused', lastError: { code: 'forbidden' } }));
  await screen.findByRole('button', { name: 'Edit and resend' });
  expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
});

test('the button keeps the focus when all has been sent', async () => {
  await writePost(db, quietPorts(), 'hello');
  show(db, <NotSentScreen presenters={presenters} />);
  await screen.findByText('hello');
  again().focus();
  await meanwhile(() => db.outbox.clear());
  await screen.findByText('Everything is sent');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refresh' }));
});
