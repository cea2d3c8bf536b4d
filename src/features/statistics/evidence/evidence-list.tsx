import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Evidence } from '#contract/resources/statistics.ts';
import type { Stored } from '#db/records.ts';
import { textOf } from '#i18n/texts.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useLeaveWhenDeleted } from '#pictures/viewer/use-leave-when-deleted.ts';
import { useActiveEvent, useLive, useSyncStatus } from '#sync/react/hooks.tsx';
import { DeleteRow } from '#commands/delete-row.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { fromBelow } from '#ui/overlays/over-page.ts';
import { Picture } from '#pictures/picture.tsx';
import styles from './evidence-list.module.css';

interface EvidenceListProps {
  name: string;
  pictures: readonly Stored<Evidence>[];
  /** The picture that is shown in full size. */
  open: string | undefined;
  /** Called when no element is left to take the focus. */
  onLastDeleted: () => void;
}

/** Lists the own evidence pictures of a counter; they are private. */
export function EvidenceList({ name, pictures, open, onLastDeleted }: EvidenceListProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(useActiveEvent());
  const list = useRef<HTMLUListElement>(null);
  const showsOne = pictures.some(({ id }) => id === open);
  const unfold = (details: HTMLDetailsElement | null): void => {
    // Unfolded, so that closing the picture returns to the list.
    if (details && showsOne) details.open = true;
  };
  return (
    <details ref={unfold} className={styles.proofs}>
      <summary>{t('statistic.evidence_count', { count: pictures.length })}</summary>
      <ul ref={list} tabIndex={-1} className={styles.list} aria-label={t('statistic.evidence_list', { name })}>
        {pictures.map(({ id, eventId, url, createdAt }) => {
          const time = formats.dateTime(createdAt);
          return (
            <li key={id}>
              <Link
                href={`/statistics/counter/evidence/${id}`}
                state={fromBelow}
                className={styles.open}
                aria-label={t('photo_item.open', { description: `${t('statistic.evidence_picture', { name })}, ${time}` })}
              >
                <Picture name={url} alt="" />
              </Link>
              <p className={styles.time}>{time}</p>
              <DeleteRow
                resource="evidence"
                row={{ id, eventId }}
                action={t('statistic.evidence_delete')}
                about={time}
                title={t('statistic.evidence_delete_title')}
                text={t('statistic.evidence_delete_text')}
                error={t('statistic.evidence_delete_error')}
                onDeleted={() => (pictures.length > 1 ? list.current?.focus() : onLastDeleted())}
              />
            </li>
          );
        })}
      </ul>
    </details>
  );
}

const PictureView = lazyComponent(async () => (await import('#pictures/viewer/picture-view.tsx')).PictureView, 'over');

/** Shows an own evidence picture in full size, or leaves to the screen below if it does not exist. */
export function EvidenceView({ id }: { id: string }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(useActiveEvent());
  const { firstLoad } = useSyncStatus();
  const found = useLive(
    async (db) => {
      const proof = await db.mirror('evidence').get(id);
      if (!proof || proof.$gone) return null;
      return { proof, statistic: await db.mirror('statistics').get(proof.statisticId) };
    },
    [id],
  );
  useLeaveWhenDeleted(found === null && !firstLoad);
  if (!found) return null;
  const name = found.statistic ? textOf(t, found.statistic.nameI18N, found.statistic.nameI18N) : '';
  const words = `${t('statistic.evidence_picture', { name })}, ${formats.dateTime(found.proof.createdAt)}`;
  return <PictureView id={id} name={found.proof.url} words={words} />;
}
