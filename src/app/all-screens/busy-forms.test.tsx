import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { eventId } from '#tests/fixtures/device.ts';
import { eventRow } from '#tests/fixtures/screens/event-server.ts';
import { contactBlock, scheduleEntry, show, setUpScreen } from '#tests/fixtures/organiser.tsx';
import { slowPictures } from '#tests/fixtures/pictures/slow-pictures.ts';
import { fillIn, user } from '#tests/fixtures/user.ts';
import type { EventDatabase } from '#db/database.ts';
import { AnnouncementForm } from '#features/admin-announcements/announcement-form.tsx';
import { BlocksForm } from '#features/admin-contact-links/admin-contact-links-screen.tsx';
import { EntryForm } from '#features/admin-schedule/form/entry-form.tsx';
import { Composer } from '#features/chat/form/composer.tsx';
import { RichFeedbackForm } from '#features/feedback/rich-feedback-form.tsx';
import { SimpleFeedback } from '#features/feedback/feedback-screen.tsx';
import { PhotoForm } from '#features/photos/form/photo-form.tsx';
import { ProfileCard } from '#features/profile/profile-card.tsx';
import { StorageError } from '#sync/device/storage.ts';
import { useLive, useMe } from '#sync/react/hooks.tsx';

let db: EventDatabase;
let pictures: ReturnType<typeof slowPictures>;
setUpScreen('admin', (device) => {
  db = device;
  pictures = slowPictures();
});

const nothing = (): void => {};

function Profile(): ReactNode {
  const me = useMe();
  return me && <ProfileCard me={me} waiting={false} />;
}

function Entry(): ReactNode {
  const event = useLive((of) => of.mirror('events').get(eventId), []);
  return event && <EntryForm event={event} row={scheduleEntry('a')} draftId="entry:a" entries={[]} day={null} onClose={nothing} />;
}

const forms: Record<string, { form: ReactNode; field: string; submit: string; row?: string; withPicture?: true }> = {
  profile: { form: <Profile />, field: 'Name', submit: 'Save' },
  post: {
    form: (
      <Composer
        draftId="post:1"
        eventId={eventId}
        replyToId={null}
        label="Post"
        placeholder="To everyone"
        submitLabel="Send"
        takesFocus={false}
        onPosted={nothing}
      />
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
    form: <AnnouncementForm event={eventRow(eventId, 'Camp')} draftId="announcement:1:new" onClose={nothing} />,
    field: 'Title',
    submit: 'Keep as draft',
  },
  'schedule entry': { form: <Entry />, field: 'Title', submit: 'Save' },
  'contact links': {
    form: <BlocksForm eventId={eventId} rows={[contactBlock('a')]} waiting={new Set()} />,
    row: 'Title a',
    field: 'Title',
    submit: 'Save changes',
  },
};

test.each(Object.entries(forms))('%s: locks its fields while it is sent, so that no change is lost', async (_name, of) => {
  const { form, field, submit, row, withPicture } = of;
  const client = show(db, form);
  const stored = Promise.withResolvers<never>();
  const engine = await client.engine();
  const ways = [
    vi.spyOn(engine, 'executeAll').mockReturnValue(stored.promise),
    vi.spyOn(engine, 'deliver').mockReturnValue(stored.promise),
  ] as const;
  if (row !== undefined) await user.click(await screen.findByRole('button', { name: row }));
  const first = await screen.findByLabelText<HTMLInputElement>(field);
  await fillIn(first, 'what was typed');
  if (withPicture) {
    await pictures.choose('a');
    await pictures.ready('a', 1);
  }
  const controls = [...first.form!.elements] as HTMLInputElement[];
  /** Returns the editable controls; a text field becomes read-only instead, since it has to keep the focus. */
  const open = () =>
    controls
      .filter((of) => of.tagName !== 'FIELDSET' && !of.readOnly && !of.matches(':disabled, [aria-disabled=true]'))
      .map((of) => of.textContent || of.type)
      .filter((name) => ![submit, 'Cancel'].includes(name));
  const before = open();
  expect(before).not.toEqual([]);
  await user.click(await screen.findByRole('button', { name: submit }));
  await waitFor(() => expect(ways[0].mock.calls.length + ways[1].mock.calls.length).toBe(1));
  expect(open()).toEqual([]);
  stored.reject(new StorageError('full', null));
  await waitFor(() => expect(open()).toEqual(before));
  expect(first.value).toBe('what was typed');
});
