import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Refusal } from '#contract/errors.ts';
import { type Code, codes } from '#contract/resources/codes.ts';
import { tellDelivery } from '#commands/use-deliver.ts';
import { reasonText } from '#i18n/errors.ts';
import { command } from '#sync/outbox/outbox.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { toast } from '#ui/overlays/toasts.ts';

interface DeleteCodeProps {
  row: Code;
  onDone: (deleted: boolean) => void;
}

export function DeleteCode({ row, onDone }: DeleteCodeProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const { id, eventId } = row;
  const remove = async (): Promise<void> => {
    onDone(true);
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver([command(codes, 'remove', {}, { id, eventId })], null);
      tellDelivery(t, await delivery, t('event_codes.delete_success'));
    } catch (error) {
      // The code may have been used up since the question was shown.
      toast(reasonText(t, error instanceof Refusal ? error.code : undefined, t('event_codes.delete_failed')), 'error');
    }
  };
  return (
    <Confirm
      title={t('event_codes.delete_title', { code: row.code })}
      text={t('event_codes.delete_text')}
      action={t('event_codes.delete')}
      onConfirm={() => void remove()}
      onCancel={() => onDone(false)}
    />
  );
}
