import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { posts } from '#contract/resources/posts.ts';
import { command } from '#sync/outbox/outbox.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { useDraft } from '#sync/react/use-draft.ts';
import { readText } from '#ui/forms/form-result.ts';
import { type Form, useForm } from '#ui/forms/use-form.ts';

export interface PostFormOptions {
  draftId: string;
  eventId: number;
  replyToId: string | null;
  /** The field takes the focus when the form appears. */
  takesFocus: boolean;
  onPosted: () => void;
}

interface PostForm {
  readonly form: Form<'text'>;
  readonly content: string;
  readonly setContent: (text: string) => void;
  /** Deletes the text. */
  readonly clear: () => Promise<void>;
}

/** A post or a reply. Typed text is kept as a draft; a post is stored before the field is cleared. */
export function usePostForm({ draftId, eventId, replyToId, takesFocus, onPosted }: PostFormOptions): PostForm {
  const { t } = useTranslation();
  const client = useSync();
  const [content, setContent, clear] = useDraft(draftId);
  const form = useForm({
    read: readText(content, limits.postLength, {
      empty: t('chat_create.empty_message'),
      tooLong: (count) => t('chat_create.too_long', { count }),
    }),
    focus: takesFocus ? 'text' : undefined,
    failure: t('chat_create.error'),
    send: async (text) => {
      const engine = await client.engine();
      await engine.executeAll([command(posts, 'create', { content: text, replyToId }, { eventId })], draftId);
      await clear();
      onPosted();
    },
  });
  return { form, content, setContent, clear };
}
