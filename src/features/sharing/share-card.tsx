import Minus from 'lucide-react/icons/minus';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Participant } from '#contract/resources/participants.ts';
import { unlimited } from '#contract/resources/shares.ts';
import { DeleteRow } from '#commands/delete-row.tsx';
import { ReportedMark, RowMenu } from '#commands/moderation/row-menu.tsx';
import { Picture } from '#pictures/picture.tsx';
import { UploadBar, UploadDelay } from '#pictures/upload-progress.tsx';
import { useSync } from '#sync/react/hooks.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { Button } from '#ui/theme/button.tsx';
import { Avatar } from '#ui/people/avatar.tsx';
import { PersonButton } from '#ui/people/person-button.tsx';
import { personName } from '#ui/people/person-name.ts';
import { FoldedText } from '#ui/text/folded-text.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { isFree, type StoredShare } from './use-shares.ts';
import styles from './share-card.module.css';
import { shareAmount, shareTitle } from './share-words.ts';

interface ShareCardProps {
  share: StoredShare;
  owner: Participant | undefined;
  isOwn: boolean;
  /** Undefined outside the own tab, where offers can be edited and deleted. */
  onEdit: (() => void) | undefined;
  onDeleted: () => void;
}

export function ShareCard({ share, owner, isOwn, onEdit, onDeleted }: ShareCardProps): ReactNode {
  const { t } = useTranslation();
  const { image, description, total, $pending = [] } = share;
  const title = shareTitle(t, share);
  const name = personName(t, owner);
  const deletion = {
    resource: 'shares' as const,
    action: t('sharing.delete'),
    title: t('sharing.delete_confirm'),
    text: t('sharing.delete_text'),
    error: t('sharing.delete_error'),
  };
  return (
    <article className={styles.card} aria-label={title} data-row={share.id}>
      {image !== null && <Picture name={image} alt="" />}
      <UploadBar pending={$pending} />
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {$pending.length > 0 && <WaitingMark />}
        <RowMenu
          resource="shares"
          row={share}
          about={title}
          label={t('sharing.menu', { title })}
          mayDelete={false}
          deletion={{ ...deletion, onDeleted }}
        />
      </div>
      <p className={isFree(share) ? styles.amount : styles.gone}>{shareAmount(t, share)}</p>
      {isOwn && total !== unlimited && <ShareCounter share={share} title={title} />}
      {description !== '' && <FoldedText text={description} />}
      <UploadDelay pending={$pending} />
      <div className={styles.foot}>
        <p className={styles.owner}>
          <Avatar name={owner?.name ?? ''} image={owner?.image ?? null} small />
          {owner && !isOwn ? <PersonButton person={owner}>{name}</PersonButton> : name}
          <ReportedMark id={share.id} />
        </p>
        {onEdit && (
          <div className={styles.actions}>
            <Button look="quiet" aria-label={`${t('sharing.edit')}: ${title}`} onClick={onEdit}>
              <Pencil aria-hidden="true" />
              {t('sharing.edit')}
            </Button>
            <DeleteRow {...deletion} row={share} about={title} onDeleted={onDeleted} />
          </div>
        )}
      </div>
    </article>
  );
}

function ShareCounter({ share, title }: { share: StoredShare; title: string }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const { id, eventId, available, total, surplus } = share;
  // Taps run one by one on the stored value, because the rendered one may lag behind quick taps.
  const last = useRef(Promise.resolve());
  const count = (change: 1 | -1): void => {
    last.current = last.current.then(() => countNow(change));
  };
  const countNow = async (change: 1 | -1): Promise<void> => {
    try {
      const now = await client.db.mirror('shares').get(id);
      if (!now || now.$gone || now.available + change < 0 || now.available + change > now.total) return;
      const engine = await client.engine();
      await engine.execute('shares', 'count', { change }, { id, eventId });
    } catch {
      toast(t('sharing.edit_error'), 'error');
    }
  };
  return (
    <div className={styles.counter} role="group" aria-label={t('sharing.left', { title })}>
      <Button aria-label={t('sharing.minus', { title })} aria-disabled={available <= 0} onClick={() => count(-1)}>
        <Minus aria-hidden="true" />
      </Button>
      <output className={styles.value}>{available}</output>
      <Button aria-label={t('sharing.plus', { title })} aria-disabled={available >= total} onClick={() => count(1)}>
        <Plus aria-hidden="true" />
      </Button>
      {surplus !== 0 && (
        <p role="status" className={styles.note}>
          {t('sharing.miscounted', { number: available + surplus })}
        </p>
      )}
    </div>
  );
}
