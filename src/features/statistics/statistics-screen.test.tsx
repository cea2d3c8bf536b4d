import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { thumbnailOf } from '#contract/pictures.ts';
import { userStatisticId } from '#contract/resources/statistics.ts';
import { eventId, participant, userId } from '#tests/fixtures/device.ts';
import { clientOf, expectCommands, changeRemotely, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { slowPictures } from '#tests/fixtures/pictures/slow-pictures.ts';
import { user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { keepDraftPicture } from '#sync/outbox/draft-pictures.ts';
import { park } from '#sync/outbox/outbox.ts';
import { StatisticHighscores } from './scores/statistic-highscores.tsx';
import { StatisticsScreen } from './statistics-screen.tsx';

let db: EventDatabase;
const toasts = setUpScreen('participant', (device) => (db = device));

const statistic = (id: number, nameI18N: string, evidencePromptI18N: string | null = null) => ({
  id,
  version: 1,
  eventId,
  nameI18N,
  evidencePromptI18N,
});
const counted = (statisticId: number, who: number, value: number) => ({
  id: userStatisticId(statisticId, who),
  version: 1,
  eventId,
  statisticId,
  userId: who,
  value,
});
const open = (path: string) => {
  const location = memoryLocation({ path });
  return show(
    db,
    <Router hook={location.hook}>
      <StatisticsScreen />
    </Router>,
  );
};
const counter = async (name: string) => within(await screen.findByRole('region', { name }));
const value = async (name: string) => (await counter(name)).getByRole('status').textContent;

test('shows each statistic with its total, the best people and the own place', async () => {
  await db.mirror('participants').bulkPut(Array.from({ length: 12 }, (_, index) => participant(index + 20, `P${index}`)));
  await db.mirror('participants').put(participant(userId, 'Orga'));
  await db.mirror('statistics').bulkPut([statistic(1, 'menu.home'), statistic(2, 'Mosquito bites')]);
  await db.mirror('userStatistics').bulkPut(Array.from({ length: 12 }, (_, index) => counted(1, index + 20, 100 - index)));
  await db.mirror('userStatistics').put(counted(1, userId, 1));
  open('/statistics');
  // Translates a key and shows other text unchanged.
  const scores = await counter('Home');
  expect(scores.getByText(`${12 * 100 - 66 + 1} in total`)).toBeDefined();
  const rows = scores.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toHaveLength(11);
  expect(rows[0]).toBe('1.PP0100');
  expect(rows.at(-1)).toBe('13.OYou1');
  expect(scores.getByText('2 more people')).toBeDefined();
  expect((await counter('Mosquito bites')).getByText('Nothing counted yet')).toBeDefined();
});

test('gives equal values the same place, and lists nobody twice or without a count', async () => {
  await db.mirror('statistics').put(statistic(1, 'Jumps'));
  await db
    .mirror('userStatistics')
    .bulkPut([counted(1, 20, 9), counted(1, 21, 3), counted(1, userId, 3), counted(1, 22, 1), counted(1, 23, 0)]);
  open('/statistics');
  const rows = (await counter('Jumps')).getAllByRole('listitem');
  expect(rows.map(({ firstChild }) => firstChild?.textContent)).toEqual(['1.', '2.', '2.', '4.']);
  expect(rows.filter(({ textContent }) => textContent?.includes('You'))).toHaveLength(1);
});

test('opens the tab of the path, and shows a hint without statistics', async () => {
  open('/statistics/counter');
  expect(await screen.findByText('Nothing counted yet')).toBeDefined();
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('My counters');
});

test('counts up and down by one without network, but not below zero', async () => {
  await db.mirror('statistics').put(statistic(1, 'Jumps'));
  open('/statistics/counter');
  const jumps = await counter('Jumps');
  const [minus, plus] = ['One less: Jumps', 'One more: Jumps'].map((name) => jumps.getByRole<HTMLButtonElement>('button', { name }));
  expect([await value('Jumps'), minus?.getAttribute('aria-disabled')]).toEqual(['0', 'true']);
  await user.click(plus!);
  await waitFor(async () => expect(await value('Jumps')).toBe('1'));
  await user.click(plus!);
  await waitFor(async () => expect(await value('Jumps')).toBe('2'));
  await user.click(minus!);
  await waitFor(async () => expect(await value('Jumps')).toBe('1'));
  expect(jumps.getByText('Waiting to be sent')).toBeDefined();
  await expectCommands(db, [
    { mutation: 'count', args: { value: 1, change: 1 } },
    { mutation: 'count', args: { value: 2, change: 1 } },
    { mutation: 'count', args: { value: 1, change: -1 } },
  ]);
});

test('counts all clicks that are faster than the screen', async () => {
  await db.mirror('statistics').put(statistic(1, 'Jumps'));
  open('/statistics/counter');
  const plus = (await counter('Jumps')).getByRole('button', { name: 'One more: Jumps' });
  for (let click = 0; click < 10; click += 1) await user.click(plus);
  await waitFor(async () => expect(await value('Jumps')).toBe('10'));
});

test('counts a double tap on minus at one only once', async () => {
  await db.mirror('statistics').put(statistic(1, 'Jumps'));
  await db.mirror('userStatistics').put(counted(1, userId, 1));
  open('/statistics/counter');
  await waitFor(async () => expect(await value('Jumps')).toBe('1'));
  const minus = (await counter('Jumps')).getByRole('button', { name: 'One less: Jumps' });
  await user.click(minus);
  await user.click(minus);
  await waitFor(async () => expect(await value('Jumps')).toBe('0'));
  await expectCommands(db, [{ mutation: 'count', args: { value: 0, change: -1 } }]);
});

test('keeps the focus on minus at zero', async () => {
  await db.mirror('statistics').put(statistic(1, 'Jumps'));
  await db.mirror('userStatistics').put(counted(1, userId, 1));
  open('/statistics/counter');
  await waitFor(async () => expect(await value('Jumps')).toBe('1'));
  const minus = (await counter('Jumps')).getByRole<HTMLButtonElement>('button', { name: 'One less: Jumps' });
  minus.focus();
  await user.click(minus);
  await waitFor(async () => expect(await value('Jumps')).toBe('0'));
  expect([document.activeElement, minus.disabled]).toEqual([minus, false]);
});

describe('a count with evidence', () => {
  const picture = { bytes: new Uint8Array([1, 2, 3]).buffer, type: 'image/webp', width: 40, height: 30 };
  const bytesId = '01900000-0000-7000-8000-000000000001';
  const button = (name: string) => screen.getByRole('button', { name });
  test('keeps a chosen picture in the dialog through a click on minus', async () => {
    await db.mirror('statistics').put(statistic(1, 'Jumps', 'Show your jump!'));
    await db.mirror('userStatistics').put(counted(1, userId, 2));
    await keepDraftPicture(db, 'evidence:1', bytesId, picture);
    open('/statistics/counter');
    await waitFor(async () => expect(await value('Jumps')).toBe('2'));
    await user.click((await counter('Jumps')).getByRole('button', { name: 'One less: Jumps' }));
    await expectCommands(db, [{ mutation: 'count', args: { value: 1, change: -1 } }]);
    expect([await db.drafts.count(), await db.blobs.count()]).toEqual([1, 1]);
  });

  const ask = async () => {
    await db.mirror('statistics').put(statistic(1, 'Jumps', 'Show your jump!'));
    open('/statistics/counter');
    await user.click((await counter('Jumps')).getByRole('button', { name: 'One more: Jumps' }));
    await screen.findByRole('dialog', { name: 'Jumps', description: 'Show your jump!' });
  };

  test('asks for a picture, which Submit requires, and counts nothing when closed', async () => {
    await ask();
    await user.click(button('Submit'));
    expect(screen.getByText('Please select a file')).toBeDefined();
    await user.click(button('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await value('Jumps')).toBe('0');
    expect(await db.outbox.count()).toBe(0);
  });

  test('reports a file that is no picture', async () => {
    const pictures = slowPictures();
    await ask();
    await pictures.choose('a');
    await pictures.fail('a');
    expect(screen.getByText('Error reading file')).toBeDefined();
    await user.click(button('Submit'));
    expect(screen.getByText('Please select a file')).toBeDefined();
    expect(await db.outbox.count()).toBe(0);
  });

  test('counts without a picture by Skip, and never asks on minus', async () => {
    await ask();
    await user.click(button('Skip'));
    await waitFor(async () => expect(await value('Jumps')).toBe('1'));
    await user.click(button('One less: Jumps'));
    await expectCommands(db, [
      { mutation: 'count', args: { value: 1, change: 1 } },
      { mutation: 'count', args: { value: 0, change: -1 } },
    ]);
  });

  test('counts at once by Submit, with the picture in a command of its own', async () => {
    await keepDraftPicture(db, 'evidence:1', bytesId, picture);
    await ask();
    await screen.findByRole('button', { name: 'Choose another picture' });
    await user.click(button('Submit'));
    await waitFor(async () => expect(await value('Jumps')).toBe('1'));
    expect((await counter('Jumps')).getByText('1 proof picture')).toBeDefined();
    const [count, proof, ...more] = await db.outbox.orderBy('seq').toArray();
    expect([count, proof, more]).toMatchObject([
      { mutation: 'count', args: { value: 1, change: 1 } },
      { resource: 'evidence', mutation: 'create', args: { statisticId: 1, url: expect.stringMatching(/-40x30$/) as string } },
      [],
    ]);
    // In one lane, the count would wait for a slow upload.
    expect(proof?.lane).not.toBe(count?.lane);
    expect((await db.blobs.toArray()).map(({ bytes }) => bytes)).toEqual([picture.bytes]);
    expect(await db.drafts.count()).toBe(0);
  });

  test('does not use the previous picture while another one is prepared', async () => {
    const pictures = slowPictures();
    await keepDraftPicture(db, 'evidence:1', bytesId, picture);
    await ask();
    await screen.findByRole('button', { name: 'Choose another picture' });
    const submit = button('Submit');
    await pictures.choose('b');
    await user.click(submit);
    expect([submit.textContent, submit.getAttribute('aria-disabled')]).toEqual(['Preparing the picture…', 'true']);
    await pictures.ready('b', 2);
    expect(await db.outbox.count()).toBe(0);
    await user.click(button('Submit'));
    await waitFor(async () => expect(await db.outbox.count()).toBe(2));
    const [, proof] = await db.outbox.orderBy('seq').toArray();
    expect(proof?.args).toMatchObject({ url: expect.stringMatching(/-2x2$/) as string });
  });

  test('counts nothing and keeps the picture if the device is full', async () => {
    await keepDraftPicture(db, 'evidence:1', bytesId, picture);
    await ask();
    await screen.findByRole('button', { name: 'Choose another picture' });
    vi.spyOn(db.blobs, 'put').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
    await user.click(button('Submit'));
    await waitFor(() => expect(toasts).toHaveBeenCalledWith(expect.stringMatching(/^Error updating statistic: it couldn’t be saved/)));
    expect([await value('Jumps'), await db.outbox.count()]).toEqual(['0', 0]);
    await user.click(button('One more: Jumps'));
    expect(await screen.findByRole('button', { name: 'Remove picture' })).toBeDefined();
  });

  test('keeps the count if its picture is refused, and shows the refusal', async () => {
    await keepDraftPicture(db, 'evidence:1', bytesId, picture);
    await ask();
    await screen.findByRole('button', { name: 'Choose another picture' });
    await user.click(button('Submit'));
    await waitFor(async () => expect(await db.outbox.count()).toBe(2));
    await changeRemotely(async () => park(db, await db.outbox.where('entities').startsWith('evidence:').toArray(), 'picture_quota'));
    expect(await screen.findByText('Your proof picture wasn’t accepted')).toBeDefined();
    expect(await value('Jumps')).toBe('1');
  });
});

describe('own evidence pictures', () => {
  const proof = (id: string, createdAt: string) => ({
    id: `01900000-0000-7000-8000-00000000000${id}`,
    version: 1,
    eventId,
    authorId: userId,
    statisticId: 1,
    url: `/images/evidence/${id.repeat(22)}-40x30.webp`,
    createdAt,
  });
  const shown = async () =>
    (await counter('Jumps')).queryAllByRole('presentation', { hidden: true }).map((image) => image.getAttribute('src'));
  const remove = async () => {
    const [button] = (await counter('Jumps')).getAllByRole('button', { name: /^Delete/, hidden: true });
    await user.click(button!);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  };

  test('are listed newest first, and can be deleted without changing the count', async () => {
    await db.mirror('statistics').put(statistic(1, 'Jumps', 'Show your jump!'));
    await db.mirror('userStatistics').put(counted(1, userId, 2));
    await db.mirror('evidence').bulkPut([proof('1', '2026-11-21T10:00:00.000Z'), proof('2', '2026-11-21T11:00:00.000Z')]);
    open('/statistics/counter');
    expect((await counter('Jumps')).getByText('2 proof pictures')).toBeDefined();
    const links = ['2', '1'].map((id) => thumbnailOf(proof(id, '').url));
    expect(await shown()).toEqual(links);
    await remove();
    await waitFor(async () => expect(await shown()).toEqual([links[1]]));
    await remove();
    await waitFor(async () => expect(await shown()).toEqual([]));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('One more: Jumps'));
    expect(await value('Jumps')).toBe('2');
    expect(await db.outbox.orderBy('seq').toArray()).toMatchObject([
      { resource: 'evidence', mutation: 'remove', entities: [`evidence:${proof('2', '').id}`] },
      { resource: 'evidence', mutation: 'remove', entities: [`evidence:${proof('1', '').id}`] },
    ]);
  });
});

test('shows a picture in full size at its own address, then the unfolded list when closed, or the screen below when deleted', async () => {
  const id = '01900000-0000-7000-8000-000000000001';
  const url = `/images/evidence/${'1'.repeat(22)}-40x30.webp`;
  await db.mirror('statistics').put(statistic(1, 'Jumps', 'Show your jump!'));
  const proof = { id, version: 1, eventId, authorId: userId, statisticId: 1, url, createdAt: '2026-11-21T10:00:00.000Z' };
  await db.mirror('evidence').put(proof);
  const path = `/statistics/counter/evidence/${id}`;
  const { hook, history } = memoryLocation({ path, record: true });
  const At = () => {
    const [at] = hook();
    return (
      <Router hook={hook}>
        <StatisticsScreen open={at === path ? id : undefined} />
      </Router>
    );
  };
  show(db, <At />);
  await screen.findByText('1 proof picture');
  const view = within(await screen.findByRole('dialog', { name: /^Proof picture: Jumps, / }));
  expect(view.getAllByRole('img').map((image) => image.getAttribute('src'))).toContain(url);
  await user.click(view.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(history.at(-1)).toBe('/statistics/counter');
  const link = (await counter('Jumps')).getByRole('link', { name: /^View in full size: Proof picture: Jumps/ });
  expect([link.getAttribute('href'), link.closest('details')?.open]).toEqual([path, true]);
  await user.click(link);
  await screen.findByRole('dialog', { name: /^Proof picture/ });
  await changeRemotely(() => db.mirror('evidence').delete(id));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('reverts a refused count and shows the reason, and reports one that cannot be stored', async () => {
  await db.mirror('statistics').put(statistic(1, 'Jumps'));
  await db.mirror('userStatistics').put(counted(1, userId, 5));
  await (
    await clientOf(db).engine()
  ).execute('userStatistics', 'count', { value: 6, change: 1 }, { id: userStatisticId(1, userId), eventId });
  await park(db, await db.outbox.toArray(), 'forbidden');
  open('/statistics/counter');
  expect(await screen.findByText(/^Error updating statistic: You’re not allowed to do this/)).toBeDefined();
  expect(await value('Jumps')).toBe('5');
  vi.spyOn(db.outbox, 'add').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
  await user.click((await counter('Jumps')).getByRole('button', { name: 'One more: Jumps' }));
  await waitFor(() => expect(toasts).toHaveBeenCalledWith(expect.stringMatching(/^Error updating statistic: it couldn’t be saved/)));
  expect(await value('Jumps')).toBe('5');
});

test('shows the own place on the home screen for counted statistics only', async () => {
  await db.mirror('participants').bulkPut([20, 21, 22, 23].map((id) => participant(id, `P${id}`)));
  await db.mirror('statistics').bulkPut([statistic(1, 'Jumps'), statistic(2, 'Bites')]);
  await db.mirror('userStatistics').bulkPut([20, 21, userId, 23].map((id, index) => counted(1, id, 10 - index)));
  const event = await db.mirror('events').get(eventId);
  show(db, <StatisticHighscores event={event!} />);
  const section = within(await screen.findByRole('region', { name: 'High scores' }));
  expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['JumpsPlace 3 of 48']);
  expect(section.queryByText('Bites')).toBeNull();
});
