import Pencil from 'lucide-react/icons/pencil';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Participant } from '#contract/resources/participants.ts';
import { shares, unlimited } from '#contract/resources/shares.ts';
import { DeleteRow } from '#commands/delete-row.tsx';
import { ReportRow } from '#commands/moderation/report-row.tsx';
import { Picture } from '#pictures/picture.tsx';
import { UploadBar } from '#pictures/upload-bar.tsx';
import { UploadDelay } from '#pictures/upload-delay.tsx';
import { Button } from '#ui/theme/button.tsx';
import { Avatar } from '#ui/people/avatar.tsx';
import { PersonButton } from '#ui/people/person-button.tsx';
import { personName } from '#ui/people/person-name.ts';
import { FoldedText } from '#ui/text/folded-text.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { isFree, type StoredShare } from './read-shares.ts';
import { ShareCounter } from './share-counter.tsx';
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
  return (
    <article className={styles.card} aria-label={title}>
      {image !== null && <Picture name={image} alt="" />}
      <UploadBar pending={$pending} />
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {$pending.length > 0 && <WaitingMark />}
      </div>
      <p className={isFree(share) ? styles.amount : styles.gone}>{shareAmount(t, share)}</p>
      {isOwn && total !== unlimited && <ShareCounter share={share} title={title} />}
      {description !== '' && <FoldedText text={description} />}
      <UploadDelay pending={$pending} />
      <div className={styles.foot}>
        <p className={styles.owner}>
          <Avatar name={owner?.name ?? ''} image={owner?.image ?? null} small />
          {owner && !isOwn ? <PersonButton person={owner}>{name}</PersonButton> : name}
        </p>
        <ReportRow resource="shares" row={share} about={title} />
        {onEdit && (
          <div className={styles.actions}>
            <Button look="quiet" aria-label={`${t('sharing.edit')}: ${title}`} onClick={onEdit}>
              <Pencil aria-hidden="true" />
              {t('sharing.edit')}
            </Button>
            <DeleteRow
              resource={shares}
              row={share}
              action={t('sharing.delete')}
              about={title}
              title={t('sharing.delete_confirm')}
              text={t('sharing.delete_text')}
              error={t('sharing.delete_error')}
              onDeleted={onDeleted}
            />
          </div>
        )}
      </div>
    </article>
  );
}
