import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { datingId, type DatingInterest, datingInterests, hasOptedIn } from '#contract/resources/dating.ts';
import { toastDelivery } from '#commands/use-deliver.ts';
import { Refused } from '#commands/refused.tsx';
import { command } from '#sync/outbox/command.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import styles from './preferences.module.css';
import type { OwnDating } from './use-dating.ts';

/** Edits the interests of the person, which opts in or out, and deletes all dating data. */
export function Preferences({ eventId, own: { row, refused } }: { eventId: number; own: OwnDating }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  // Only the initial state, so that the person can open and close it.
  const [openAtFirst] = useState(!hasOptedIn(row));
  const [chosen, setChosen] = useState<readonly DatingInterest[] | null>(null);
  const [asking, setAsking] = useState(false);
  const saved = row?.interests ?? [];
  // Pending ratings make the same row pending.
  const waits = row?.$pending !== undefined && saved.join() !== (row.$base?.interests ?? []).join();
  const shown = chosen ?? saved;
  const isChanged = datingInterests.some((interest) => shown.includes(interest) !== saved.includes(interest));
  const target = { id: datingId(eventId, client.userId), eventId };
  const choose = (interest: DatingInterest, on: boolean): void =>
    setChosen(datingInterests.filter((one) => (one === interest ? on : shown.includes(one))));
  const save = async (): Promise<void> => {
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver([command('dating', 'save', { interests: [...shown] }, target)], null);
      setChosen(null);
      toastDelivery(t, await delivery, t('dating.preferences_saved'));
    } catch {
      toast(t('dating.preferences_error'), 'error');
    }
  };
  const forget = async (): Promise<void> => {
    setAsking(false);
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver([command('dating', 'forget', {}, target)], null);
      setChosen(null);
      toastDelivery(t, await delivery, t('dating.deleted'));
    } catch {
      toast(t('dating.delete_not_stored'), 'error');
    }
  };
  return (
    <>
      <details className={styles.panel} open={openAtFirst}>
        <summary className={styles.summary}>
          <span>{t('dating.preferences')}</span>
          <ChevronDown aria-hidden="true" />
        </summary>
        <p className={styles.text}>{t('dating.privacy')}</p>
        <fieldset className={styles.choices}>
          <legend className={styles.legend}>{t('dating.looking_for')}</legend>
          {datingInterests.map((interest) => (
            <label key={interest} className={styles.choice}>
              <input type="checkbox" checked={shown.includes(interest)} onChange={({ target: { checked } }) => choose(interest, checked)} />
              {t(interest)}
            </label>
          ))}
        </fieldset>
        {isChanged && shown.length === 0 && <p className={styles.text}>{t('dating.opt_out')}</p>}
        <div className={styles.actions}>
          <Button look="primary" aria-disabled={!isChanged} onClick={() => isChanged && void save()}>
            {t('dating.save')}
          </Button>
          <Button look="quietDanger" onClick={() => setAsking(true)}>
            {t('dating.delete')}
          </Button>
        </div>
        {asking && (
          <Confirm
            title={t('dating.delete_confirmation')}
            text={t('dating.delete_text')}
            action={t('dating.delete')}
            onConfirm={() => void forget()}
            onCancel={() => setAsking(false)}
          />
        )}
      </details>
      {waits && <WaitingMark />}
      {refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
    </>
  );
}
