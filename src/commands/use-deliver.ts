import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../contract/errors.ts';
import { reasonText } from '../i18n/errors.ts';
import type { Delivery } from '../sync/engine/delivery.ts';
import type { Command } from '../sync/outbox/outbox.ts';
import { useSync } from '../sync/react/hooks.tsx';
import type { Wrong } from '../ui/forms/reading.ts';
import type { Sent } from '../ui/forms/use-form.ts';
import { toast } from '../ui/overlays/toasts.ts';
import { sentences } from '../i18n/sentences.ts';

interface Words<Field extends string> {
  /** Said when the server has taken it; nothing where what it made is there to be seen. */
  done?: string | undefined;
  /** The failure, said before the server's reason. */
  refused: string;
  /** The field that a refusal is about; of any other it is the form's. */
  fields?: Partial<Record<ErrorCode, Field>>;
}

interface SendingForm {
  draftId: string;
  /** Whether it still waits for what becomes of it. */
  isThere: () => boolean;
  /** Ends it. */
  close: () => unknown;
}

/** Throws where the device cannot store it. */
type Deliver = <Field extends string = never>(commands: readonly Command[], form: SendingForm, words: Words<Field>) => Sent<Field>;

/**
 * Sends what a form made, and says what became of it: that it is done only when the server has said so, else that it will be sent. What the
 * server refuses by then stays in the form, with the reason.
 */
export function useDeliver(): Deliver {
  const client = useSync();
  const { t } = useTranslation();
  return async <Field extends string>(commands: readonly Command[], form: SendingForm, { done, refused, fields = {} }: Words<Field>) => {
    const { delivery: coming } = await client.deliver(commands, form);
    const delivery = await coming;
    if (delivery.kind === 'refused') {
      const { code } = delivery;
      const wrong = fields[code as ErrorCode] ?? 'form';
      return (say: TFunction) =>
        ({ [wrong]: wrong === 'form' ? failureText(say, code, refused) : reasonText(say, code, refused) }) as Wrong<Field>;
    }
    tellDelivery(t, delivery, done);
    if (form.isThere()) await form.close();
    return undefined;
  };
}

/** The failure, and why if the server gives a reason. */
function failureText(t: TFunction, code: string | undefined, failed: string): string {
  const reason = reasonText(t, code, '');
  return reason === '' ? failed : sentences(failed, reason);
}

/** Says that it is done, or that it will be sent. */
export function tellDelivery(t: TFunction, { kind }: Delivery, done?: string): void {
  if (kind === 'waits') toast(t('sync.will_be_sent'), 'waiting');
  if (kind === 'done' && done !== undefined) toast(done);
}
