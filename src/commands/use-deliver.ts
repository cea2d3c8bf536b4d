import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#contract/errors.ts';
import { reasonText } from '#i18n/errors.ts';
import type { Delivery } from '#sync/engine/delivery.ts';
import type { Command } from '#sync/outbox/command.ts';
import { useSync } from '#sync/react/hooks.tsx';
import type { Wrong } from '#ui/forms/form-result.ts';
import type { Sent } from '#ui/forms/use-form.ts';
import { toast, type ToastAction } from '#ui/overlays/toasts.ts';
import { sentences } from '#i18n/texts.ts';

interface Words<Field extends string> {
  /** Shown when the server has accepted it; undefined if the result is visible. */
  done?: string | undefined;
  /** The failure, shown before the server's reason. */
  refused: string;
  /** The field of an error code; any other error belongs to the form as a whole. */
  fields?: Partial<Record<ErrorCode, Field>>;
  /** Shown with the result, such as Undo. */
  action?: ToastAction | undefined;
}

interface SendingForm {
  draftId: string;
  isThere: () => boolean;
  close: () => unknown;
}

/** Throws if the device cannot store the commands. */
type Deliver = <Field extends string = never>(commands: readonly Command[], form: SendingForm, words: Words<Field>) => Sent<Field>;

/**
 * Sends the commands of a form and shows the result: success only when the server has confirmed it, else that they will be sent. Commands
 * rejected by then stay in the form, with the reason.
 */
export function useDeliver(): Deliver {
  const client = useSync();
  const { t } = useTranslation();
  return async <Field extends string>(
    commands: readonly Command[],
    form: SendingForm,
    { done, refused, fields = {}, action }: Words<Field>,
  ) => {
    const engine = await client.engine();
    const { delivery: coming } = await engine.deliver(commands, form);
    const delivery = await coming;
    if (delivery.kind === 'refused') {
      const { code } = delivery;
      const wrong = fields[code as ErrorCode] ?? 'form';
      return (translate: TFunction) =>
        ({ [wrong]: wrong === 'form' ? failureText(translate, code, refused) : reasonText(translate, code, refused) }) as Wrong<Field>;
    }
    toastDelivery(t, delivery, done, action);
    if (form.isThere()) await form.close();
    return undefined;
  };
}

function failureText(t: TFunction, code: string | undefined, failed: string): string {
  const reason = reasonText(t, code, '');
  return reason === '' ? failed : sentences(failed, reason);
}

/** Shows that the commands are done, or that they will be sent. */
export function toastDelivery(t: TFunction, { kind }: Delivery, done?: string, action?: ToastAction): void {
  if (kind === 'pending') toast(t('sync.will_be_sent'), 'waiting', action);
  if (kind === 'done' && done !== undefined) toast(done, 'info', action);
}
