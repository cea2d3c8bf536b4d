import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { userStatisticId } from '#contract/resources/statistics.ts';
import { textOf } from '#i18n/texts.ts';
import type { ChosenPicture } from '#db/records.ts';
import { pictureArgument } from '#sync/outbox/draft-pictures.ts';
import { type Command, command } from '#sync/outbox/command.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { Button } from '#ui/theme/button.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import styles from './counter-card.module.css';
import { EvidenceList } from './evidence/evidence-list.tsx';
import { type Counter, ownValue } from './use-counters.ts';

const EvidenceDialog = lazyComponent(async () => (await import('./evidence/evidence-dialog.tsx')).EvidenceDialog, 'over');

export const preloadEvidenceDialog = EvidenceDialog.preload;

interface CounterCardProps {
  counter: Counter;
  /** The picture that is shown in full size. */
  open: string | undefined;
}

/** Shows one counter with plus and minus, not below zero. If it requires evidence, plus asks for a picture. */
export function CounterCard({ counter, open }: CounterCardProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [asking, setAsking] = useState(false);
  const plus = useRef<HTMLButtonElement>(null);
  const { statistic, value, waiting, pictures } = counter;
  const { evidencePromptI18N } = statistic;
  const draftId = `evidence:${statistic.id}`;
  const name = textOf(t, statistic.nameI18N, statistic.nameI18N);
  // Clicks run one by one on the stored value, because the rendered one may lag behind quick taps.
  const last = useRef(Promise.resolve());
  const count = (change: 1 | -1, picture: ChosenPicture | null = null): void => {
    last.current = last.current.then(() => countNow(change, picture));
  };
  const countNow = async (change: 1 | -1, picture: ChosenPicture | null): Promise<void> => {
    try {
      const now = await ownValue(client.db, statistic.id);
      if (now + change < 0) return;
      const proof = picture ? { picture, id: client.newId() } : undefined;
      const commands = countCommands({ ...counter, value: now }, { change, userId: client.userId, proof });
      // A chosen picture in the dialog belongs to the next click on plus, and survives a minus.
      const engine = await client.engine();
      await engine.executeAll(commands, change === 1 ? draftId : null);
    } catch {
      toast(t('statistic.update_error', { error: t('storage.not_kept') }), 'error');
    }
  };
  const close = (): void => {
    setAsking(false);
    plus.current?.focus();
  };
  return (
    <section className={styles.card} aria-label={name}>
      <div className={styles.names}>
        <h2 className={styles.name}>{name}</h2>
        {waiting && <WaitingMark />}
      </div>
      <div className={styles.counter}>
        <Button aria-label={t('statistic.minus', { name })} aria-disabled={value <= 0} onClick={() => count(-1)}>
          <Minus aria-hidden="true" />
        </Button>
        <output className={styles.value} aria-label={t('statistic.value', { name, count: value })}>
          {value}
        </output>
        <Button
          ref={plus}
          look="primary"
          aria-label={t('statistic.plus', { name })}
          onClick={() => (evidencePromptI18N === null ? count(1) : setAsking(true))}
        >
          <Plus aria-hidden="true" />
        </Button>
      </div>
      {pictures.length > 0 && <EvidenceList name={name} pictures={pictures} open={open} onLastDeleted={() => plus.current?.focus()} />}
      {asking && evidencePromptI18N !== null && (
        <EvidenceDialog
          name={name}
          promptI18N={evidencePromptI18N}
          draftId={draftId}
          onCount={(picture) => {
            close();
            count(1, picture);
          }}
          onClose={close}
        />
      )}
    </section>
  );
}

interface Count {
  readonly change: 1 | -1;
  readonly userId: number;
  /** The evidence, and the id (UUID) of its bytes. */
  readonly proof?: { readonly picture: ChosenPicture; readonly id: string } | undefined;
}

/** Returns the commands of one click: the count, and a picture in a lane of its own, so that it never delays the count. */
function countCommands({ statistic: { id, eventId }, value }: Counter, { change, userId, proof }: Count): Command[] {
  const count = command('userStatistics', 'count', { value: value + change, change }, { id: userStatisticId(id, userId), eventId });
  if (!proof) return [count];
  const { name: url, bytes } = pictureArgument(proof.id, proof.picture);
  return [count, command('evidence', 'create', { statisticId: id, url }, { eventId, bytes })];
}
