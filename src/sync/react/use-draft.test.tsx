import { act, renderHook, waitFor } from '@testing-library/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { expect, test } from 'vitest';
import { clientOf, givenDevice, show, tearDown } from '#tests/fixtures/organiser.tsx';
import { SyncProvider } from './hooks.tsx';
import { useDraft } from './use-draft.ts';

test('input during a save outlives the deletion of the draft', async () => {
  const db = await givenDevice('participant');
  const client = clientOf(db);
  const wrapper = ({ children }: { children: ReactNode }) => <SyncProvider client={client}>{children}</SyncProvider>;
  const { result } = renderHook(() => useDraft('form'), { wrapper });
  act(() => result.current[1]('saved'));
  const [, , clear] = result.current;
  act(() => result.current[1]('saved, and more'));
  await act(async () => clear());
  expect(result.current[0]).toBe('saved, and more');
  await waitFor(async () => expect(await db.drafts.toArray()).toMatchObject([{ text: 'saved, and more' }]));
  await act(async () => result.current[2]());
  expect([result.current[0], await db.drafts.count()]).toEqual(['', 0]);
  await tearDown(db);
});

test('input before the first effect is stored', async () => {
  const db = await givenDevice('participant');
  const Form = (): null => {
    const [, write] = useDraft('form');
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is drawn
    useLayoutEffect(() => write('at once'), []);
    return null;
  };
  show(db, <Form />);
  await waitFor(async () => expect(await db.drafts.toArray()).toMatchObject([{ text: 'at once' }]));
  await tearDown(db);
});

test('input before the database has answered is appended to the stored text', async () => {
  const db = await givenDevice('participant');
  await db.drafts.put({ id: 'form', text: 'stored', updatedAt: 1 });
  let shown = '';
  const Form = (): null => {
    const [text, write] = useDraft('form');
    shown = text;
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is drawn
    useLayoutEffect(() => write(' and typed'), []);
    return null;
  };
  show(db, <Form />);
  await waitFor(() => expect(shown).toBe('stored and typed'));
  await waitFor(async () => expect(await db.drafts.toArray()).toMatchObject([{ text: 'stored and typed' }]));
  await tearDown(db);
});
