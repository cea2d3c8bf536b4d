import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { type Sent, useForm } from '#ui/forms/use-form.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import overlay from '#ui/overlays/overlay.module.css';

interface CodeFormProps {
  title: string;
  text: string;
  submit: string;
  /** Receives a code that is never blank. */
  onSend: (code: string) => Sent<'code'>;
  onClose: () => void;
}

/** Asks for an event code; a refusal appears at the field, and the typed code stays. */
export function CodeForm({ title, text, submit, onSend, onClose }: CodeFormProps): ReactNode {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const typed = code.trim();
  const form = useForm<string, 'code'>({
    read: { kind: 'args', args: typed },
    ready: typed !== '',
    focus: 'code',
    send: onSend,
    failure: t('switchCard.switch_error'),
  });
  return (
    <Modal onClose={() => !form.busy && onClose()}>
      <Dialog.Title>{title}</Dialog.Title>
      <p className={overlay.text}>{text}</p>
      <form {...form.props} className={overlay.form}>
        <TextField
          label={t('register.event_code')}
          {...form.field('code')}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.codeLength}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <FormActions form={form} submit={form.busy ? t('app.loading') : submit} onCancel={onClose} />
      </form>
    </Modal>
  );
}
