import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventId } from '../../../tests/fixtures/device.ts';
import { givenDevice, show, tearDown } from '../../../tests/fixtures/organiser.tsx';
import { slowPictures } from '../../../tests/fixtures/slow-pictures.ts';
import { startTexts } from '../../../tests/fixtures/texts.ts';
import type { EventDatabase } from '../../db/database.ts';
import { AnnouncementCard } from '../../features/admin-announcements/announcement-card.tsx';
import { PostForm } from '../../features/chat/form/post-form.tsx';
import { RichFeedbackForm } from '../../features/feedback/rich-feedback-form.tsx';
import { SimpleFeedback } from '../../features/feedback/simple-feedback.tsx';
import { PhotoForm } from '../../features/photos/form/photo-form.tsx';
import { ProfileCard } from '../../features/profile/profile-card.tsx';
import { StorageError } from '../../sync/device/storage.ts';
import { useMe } from '../../sync/react/hooks.tsx';

let db: EventDatabase;
let pictures: ReturnType<typeof slowPictures>;
beforeEach(async () => {
  await startTexts();
  db = await givenDevice();
  pictures = slowPictures();
});
afterEach(() => tearDown(db));

const nothing = (): void => {};

function Profile(): ReactNode {
  const me = useMe();
  return me && <ProfileCard me={me} waiting={false} />;
}

const forms: Record<string, { form: ReactNode; field: string; submit: string; withPicture?: true }> = {
  profile: { form: <Profile />, field: 'Name', submit: 'Save' },
  post: {
    form: (
      <PostForm draftId="post:1" eventId={eventId} replyToId={null} label="Post" submitLabel="Send" onClose={nothing} onPosted={nothing} />
    ),
    field: 'Post',
    submit: 'Send',
  },
  feedback: { form: <SimpleFeedback eventId={eventId} />, field: 'Your feedback', submit: 'Send' },
  'rich feedback': { form: <RichFeedbackForm eventId={eventId} />, field: 'Anything else?', submit: 'Send feedback' },
  photo: {
    form: <PhotoForm eventId={eventId} onClose={nothing} onShared={nothing} />,
    field: 'What does it show?',
    submit: 'Share',
    withPicture: true,
  },
  announcement: {
    form: <AnnouncementCard eventId={eventId} row={null} draftId="announcement:1:new" waiting={false} />,
    field: 'Title',
    submit: 'Save',
  },
};

test.each(Object.entries(forms))('%s: nothing can be typed while it is stored, for it would be lost', async (_name, of) => {
  const { form, field, submit, withPicture } = of;
  const client = show(db, form);
  const stored = Promise.withResolvers<never>();
  const ways = [vi.spyOn(client, 'executeAll'), vi.spyOn(client, 'deliver')];
  for (const way of ways) way.mockReturnValue(stored.promise);
  const first = await screen.findByLabelText<HTMLInputElement>(field);
  fireEvent.change(first, { target: { value: 'what was typed' } });
  if (withPicture) {
    pictures.choose('a');
    await pictures.ready('a', 1);
  }
  const texts = screen.getAllByRole<HTMLInputElement>('textbox');
  const readOnly = () => texts.map((text) => text.readOnly);
  expect(readOnly()).toEqual(texts.map(() => false));
  fireEvent.click(await screen.findByRole('button', { name: submit }));
  await waitFor(() => expect(ways.flatMap(({ mock }) => mock.calls)).toHaveLength(1));
  expect(readOnly()).toEqual(texts.map(() => true));
  stored.reject(new StorageError('full', null));
  await waitFor(() => expect(readOnly()).toEqual(texts.map(() => false)));
  expect(first.value).toBe('what was typed');
});
