import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutationOf } from '#contract/resources.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { ResendProps } from '#feature-kit/command-presenter.ts';
import { resendDraftId } from '#sync/outbox/outbox.ts';
import { useDraft } from '#sync/react/use-draft.ts';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { useResendForm } from '../use-resend-form.ts';

interface EditFormProps extends ResendProps {
  text: string;
  argsOf: (text: string) => unknown;
}

/** Edits the text of a rejected command before it is sent again; a typed draft survives a restart. */
export function EditForm({ text, argsOf, ...props }: EditFormProps): ReactNode {
  const { entry } = props;
  const { t } = useTranslation();
  const [draft, setDraft, clear] = useDraft(resendDraftId(entry.seq));
  const [touched, setTouched] = useState(false);
  const value = touched || draft !== '' ? draft : text;
  const over = tooLongBy(entry, argsOf(value), value);
  const tooLong = over > 0 && t('chat_create.too_long', { count: over });
  const { form, actions } = useResendForm(props, {
    read: readFields({ text: value.trim() === '' ? t('chat_create.empty_message') : tooLong }, value),
    argsOf,
    focus: 'text',
    clear,
  });
  return (
    <form {...form.props}>
      <TextArea
        {...form.field('text')}
        label={t('refused.text')}
        value={value}
        onChange={(next) => {
          setTouched(true);
          setDraft(next);
        }}
      />
      <FormActions {...actions} />
    </form>
  );
}

/** Returns by how many characters (UTF-16 code units) `text` exceeds the limit of its argument; 0 if it is short enough. */
function tooLongBy(entry: OutboxEntry, args: unknown, text: string): number {
  const parsed = mutationOf(entry)?.args.safeParse(args);
  for (const issue of parsed?.error?.issues ?? []) {
    const [field, ...inner] = issue.path;
    // Another argument may exceed its limit; that is not the text typed here.
    if (issue.code !== 'too_big' || inner.length > 0 || (args as Record<PropertyKey, unknown>)[field ?? ''] !== text) continue;
    return text.length - Number(issue.maximum);
  }
  return 0;
}
