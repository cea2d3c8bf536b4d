import Check from 'lucide-react/icons/check';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastDelivery } from '#commands/use-deliver.ts';
import type { Command } from '#sync/outbox/command.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import type { ReportedThing } from './use-reports.ts';

interface DecideProps {
  thing: ReportedThing;
  about: string;
  onDecided: () => void;
}

/** Decides all reports of one thing in one transaction, together with its removal. A dismissed thing can still be removed. */
export function Decide({ thing: { reports, isThere }, about, onDecided }: DecideProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [asking, setAsking] = useState(false);
  const [{ state, resource: name, rowId, eventId }] = reports;
  const decide = async (mutation: 'dismiss' | 'remove'): Promise<void> => {
    setAsking(false);
    const decisions = reports.map(({ id }): Command => ({ resource: 'reports', mutation, args: {}, id, eventId }));
    const removal: Command[] =
      mutation === 'remove' && isThere ? [{ resource: name, mutation: 'remove', args: {}, id: rowId, eventId }] : [];
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver([...decisions, ...removal], null);
      onDecided();
      toastDelivery(t, await delivery, t(mutation === 'dismiss' ? 'admin_reports.dismissed' : 'admin_reports.removed'));
    } catch {
      toast(t('admin_reports.error'), 'error');
    }
  };
  // A removal without the row would leave the thing where it is.
  const mayRemove = isThere !== null && (state === 'open' || (state === 'dismissed' && isThere));
  return (
    <>
      {mayRemove && (
        <Button look="quietDanger" aria-label={`${t('admin_reports.remove')}: ${about}`} onClick={() => setAsking(true)}>
          <Trash2 aria-hidden="true" />
          {t('admin_reports.remove')}
        </Button>
      )}
      {state === 'open' && (
        <Button look="quiet" aria-label={`${t('admin_reports.dismiss')}: ${about}`} onClick={() => void decide('dismiss')}>
          <Check aria-hidden="true" />
          {t('admin_reports.dismiss')}
        </Button>
      )}
      {asking && (
        <Confirm
          title={t('admin_reports.remove_title')}
          text={t('admin_reports.remove_text')}
          action={t('admin_reports.remove')}
          onConfirm={() => void decide('remove')}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
