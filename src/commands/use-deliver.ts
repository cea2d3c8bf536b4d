import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { reasonText } from '../i18n/errors.ts';
import type { Delivery } from '../sync/engine/delivery.ts';
import type { Command } from '../sync/outbox/outbox.ts';
import { useSync } from '../sync/react/hooks.tsx';
import type { Sent } from '../ui/forms/use-form.ts';
import { toast } from '../ui/over/toasts.ts';

interface Words {
  /** Said when the server has taken it; nothing where what it made is there to be seen. */
  done?: string | undefined;
  /** Said where the server refuses it and gives no reason. */
  refused: string;
}

interface SendingForm {
  draftId: string;
  /** Whether it still waits for what becomes of it. */
  isThere: () => boolean;
  /** Ends it. */
  close: () => unknown;
}

/** Throws where the device cannot store it. */
type Deliver = (commands: readonly Command[], form: SendingForm, words: Words) => Sent;

/**
 * Sends what a form made, and says what became of it: that it is done only when the server has said so, else that it will be sent. What the
 * server refuses by then stays in the form, with the reason.
 */
export function useDeliver(): Deliver {
  const client = useSync();
  const { t } = useTranslation();
  return async (commands, form, { done, refused }) => {
    const { delivery: coming } = await client.deliver(commands, form);
    const delivery = await coming;
    if (delivery.kind === 'refused') return (say) => ({ form: reasonText(say, delivery.code, refused) });
    tellDelivery(t, delivery, done);
    if (form.isThere()) await form.close();
    return undefined;
  };
}

/** Says that it is done, or that it will be sent. */
export function tellDelivery(t: TFunction, { kind }: Delivery, done?: string): void {
  if (kind === 'waits') toast(t('sync.will_be_sent'), 'waiting');
  if (kind === 'done' && done !== undefined) toast(done);
}
