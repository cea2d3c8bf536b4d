import Pencil from 'lucide-react/icons/pencil';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/look/button.tsx';
import { useFormOpen } from '../../ui/forms/use-form-open.ts';
import { PostForm } from './post-form.tsx';

export const postDraftId = (eventId: number): string => `post:${eventId}`;

interface NewPostProps {
  eventId: number;
  /** There is unfinished text in the form. */
  hasDraft: boolean;
  onPosted: () => void;
}

/** The form for a new post, behind a button until it is wanted. */
export function NewPost({ eventId, hasDraft, onPosted }: NewPostProps): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useFormOpen(false, hasDraft);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button ref={button} look={open ? 'plain' : 'primary'} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Pencil aria-hidden="true" />
        {t(open ? 'chat_create.close' : 'chat_create.open')}
      </Button>
      {open && (
        <PostForm
          draftId={postDraftId(eventId)}
          eventId={eventId}
          replyToId={null}
          label={t('chat_create.label')}
          placeholder={t('chat_create.placeholder')}
          submitLabel={t('chat_create.submit')}
          onClose={close}
          onPosted={() => {
            close();
            onPosted();
          }}
        />
      )}
    </>
  );
}
