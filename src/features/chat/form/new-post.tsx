import Pencil from 'lucide-react/icons/pencil';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormBehindButton } from '#ui/forms/form-behind-button.tsx';
import { PostForm } from './post-form.tsx';

export const postDraftId = (eventId: number): string => `post:${eventId}`;

interface NewPostProps {
  eventId: number;
  /** True if a draft exists; undefined until it is read. */
  hasDraft: boolean | undefined;
  onPosted: () => void;
}

export function NewPost({ eventId, hasDraft, onPosted }: NewPostProps): ReactNode {
  const { t } = useTranslation();
  return (
    <FormBehindButton icon={<Pencil aria-hidden="true" />} label={t('chat_create.open')} hasDraft={hasDraft}>
      {(close) => (
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
    </FormBehindButton>
  );
}
