import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canonicalTitle } from '#contract/endpoints/admin-events.ts';
import { limits } from '#contract/limits.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { errorText } from '#i18n/errors.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Button } from '#ui/theme/button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import overlay from '#ui/overlays/overlay.module.css';
import { toast } from '#ui/overlays/toasts.ts';
import { callProblem } from '#feature-kit/call-problem.ts';
import { useProof } from '#feature-kit/use-proof.tsx';
import { errorCodeOf } from '#sync/wire/transport.ts';
import { removeEvent } from './event-calls.ts';

interface DeleteEventDialogProps {
  event: EventRow;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteEventDialog({ event, onClose, onDeleted }: DeleteEventDialogProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const { prove, proof } = useProof();
  const [typed, setTyped] = useState('');
  const matches = canonicalTitle(typed) === canonicalTitle(event.title);
  const form = useForm({
    read: readFields({ title: !matches && errorText(t, 'name_mismatch') }, typed),
    focus: 'title',
    failure: t('admin_events.delete_failed'),
    send: async (title) => {
      const problem = await removeEvent({ call: (request) => prove(() => client.call(request)) }, event, title);
      if (problem === null) {
        toast(t('admin_events.deleted', { title: event.title }));
        onDeleted();
        return undefined;
      }
      // Somebody else renamed the event.
      const field = problem.kind === 'answer' && errorCodeOf(problem) === 'name_mismatch' ? 'title' : 'form';
      return (words) => ({ [field]: callProblem(words, problem, words('admin_events.delete_failed'), words('admin_events.no_network')) });
    },
  });
  return (
    <Modal onClose={() => !form.busy && onClose()}>
      <Dialog.Title>{t('admin_events.delete_title', { title: event.title })}</Dialog.Title>
      <p className={overlay.text}>{t('admin_events.delete_text')}</p>
      <form {...form.props}>
        <TextField
          {...form.field('title')}
          label={t('admin_events.delete_name')}
          hint={event.title}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.titleLength}
          onChange={({ target }) => setTyped(target.value)}
        />
        <FormError error={form.error} />
        <div className={overlay.actions}>
          <Button onClick={onClose} aria-disabled={form.busy}>
            {t('app.cancel')}
          </Button>
          <Button look="danger" type="submit" aria-disabled={form.busy}>
            {t(form.busy ? 'app.loading' : 'admin_events.delete_now')}
          </Button>
        </div>
      </form>
      {proof}
    </Modal>
  );
}
