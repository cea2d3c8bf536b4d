import { useTranslation } from 'react-i18next';
import type { ResendProps } from '#feature-kit/command-presenter.ts';
import { useLive } from '#sync/react/hooks.tsx';
import type { FormResult } from '#ui/forms/form-result.ts';
import { type Form, useForm } from '#ui/forms/use-form.ts';

interface ResendFormOptions<Values, Field extends string> {
  read: FormResult<Values, Field>;
  argsOf: (values: Values) => unknown;
  focus?: Field;
  /** Deletes the draft. */
  clear: () => Promise<void>;
}

interface ResendForm<Field extends string> {
  /** The props of the form's buttons: the form, and the cancel that deletes the draft. */
  readonly actions: { readonly form: Form<Field>; readonly submit: string; readonly onCancel: () => void };
  readonly form: Form<Field>;
}

/** A form that edits a rejected command before it is sent again. */
export function useResendForm<Values, Field extends string>(
  { onSend, onCancel }: Pick<ResendProps, 'onSend' | 'onCancel'>,
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

/** Returns the time zone (IANA) of an event, or of the device if the event is not in the mirror; undefined until known. */
export function useEventZone(eventId: number): string | undefined {
  return useLive(
    async (db) => {
      const event = await db.mirror('events').get(eventId);
      return event?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
    [eventId],
  );
}
