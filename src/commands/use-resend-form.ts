import { useTranslation } from 'react-i18next';
import type { ResendProps } from '../feature-kit/command-presenter.ts';
import type { Reading } from '../ui/forms/reading.ts';
import { type Form, useForm } from '../ui/forms/use-form.ts';

interface ResendFormOptions<Values, Field extends string> {
  read: Reading<Values, Field>;
  /** What the command says with them. */
  argsOf: (values: Values) => unknown;
  focus?: Field;
  /** Ends what was typed. */
  clear: () => Promise<void>;
}

interface ResendForm<Field extends string> {
  /** For the form's actions: the form, and giving up what was typed. */
  readonly actions: { readonly form: Form<Field>; readonly submit: string; readonly onCancel: () => void };
  readonly form: Form<Field>;
}

/** The course of a form that changes a refused command before it is sent again. */
export function useResendForm<Values, Field extends string>(
  { onSend, onCancel }: ResendProps,
  { read, argsOf, focus, clear }: ResendFormOptions<Values, Field>,
): ResendForm<Field> {
  const { t } = useTranslation();
  const form = useForm({
    read,
    focus,
    failure: t('refused.failed'),
    send: async (values) => {
      await onSend(argsOf(values));
      await clear();
    },
  });
  const cancel = (): void => {
    void clear();
    onCancel();
  };
  return { form, actions: { form, submit: t('refused.resend'), onCancel: cancel } };
}
