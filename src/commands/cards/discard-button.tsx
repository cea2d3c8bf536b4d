import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxEntry } from '#db/records.ts';
import { useOutbox, useSync } from '#sync/react/hooks.tsx';
import { withDependents } from '#sync/outbox/outbox.ts';
import { Button } from '#ui/theme/button.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { focusHeading } from '#ui/layout/focus-heading.ts';
import { toast } from '#ui/overlays/toasts.ts';

/** Discards a command after confirmation. */
export function DiscardButton({ entry }: { entry: OutboxEntry }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [asking, setAsking] = useState(false);
  const discard = async (): Promise<void> => {
    setAsking(false);
    try {
      const engine = await client.engine();
      await engine.discard([entry.key]);
      focusHeading();
    } catch {
      toast(t('refused.failed'), 'error');
    }
  };
  return (
    <>
      <Button look="quietDanger" onClick={() => setAsking(true)}>
        {t('refused.discard')}
      </Button>
      {asking && <Question entry={entry} onConfirm={() => void discard()} onCancel={() => setAsking(false)} />}
    </>
  );
}

/** Shows the number of dependent commands, so it appears once that is known. */
function Question({ entry, ...answers }: { entry: OutboxEntry; onConfirm: () => void; onCancel: () => void }): ReactNode {
  const { t } = useTranslation();
  const all = useOutbox();
  if (!all) return null;
  const dependents = withDependents(all, new Set([entry.key])).filter(({ key }) => key !== entry.key).length;
  const hanging = dependents > 0 ? t('refused.discard_with', { count: dependents }) : t('refused.discard_text');
  // The device cannot determine whether an in-flight request has arrived.
  const text = entry.state === 'waiting' ? `${hanging} ${t('refused.discard_on_its_way')}` : hanging;
  return <Confirm title={t('refused.discard_title')} text={text} action={t('refused.discard')} {...answers} />;
}
