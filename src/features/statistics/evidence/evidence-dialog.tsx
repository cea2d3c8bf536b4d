import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textOf } from '#i18n/texts.ts';
import type { ChosenPicture } from '#db/records.ts';
import { useDraftPicture } from '#sync/react/use-draft-picture.ts';
import { Button, IconButton } from '#ui/theme/button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import overlay from '#ui/overlays/overlay.module.css';
import { PictureInput } from '#ui/pictures/picture-input.tsx';
import styles from './evidence-list.module.css';

interface EvidenceDialogProps {
  name: string;
  promptI18N: string;
  draftId: string;
  onCount: (picture: ChosenPicture | null) => void;
  onClose: () => void;
}

export function EvidenceDialog({ name, promptI18N, draftId, onCount, onClose }: EvidenceDialogProps): ReactNode {
  const { t } = useTranslation();
  const [picture, setPicture, clear] = useDraftPicture(draftId);
  const [error, setError] = useState<string | null>(null);
  const [preparing, setPreparing] = useState(false);
  const submit = (): void => {
    if (preparing) return;
    if (picture) onCount(picture);
    else setError(t('statistic.evidence_missing'));
  };
  return (
    <Modal onClose={onClose}>
      <div className={styles.head}>
        <Dialog.Title>{name}</Dialog.Title>
        <Dialog.Close render={<IconButton label={t('app.close')} />}>
          <X aria-hidden="true" />
        </Dialog.Close>
      </div>
      <Dialog.Description className={overlay.text}>{textOf(t, promptI18N, promptI18N)}</Dialog.Description>
      <PictureInput
        label={t('statistic.evidence_label')}
        picture={picture}
        error={error}
        onPicture={(taken) => {
          setPicture(taken);
          setError(null);
        }}
        onRemove={() => void clear()}
        onFailure={() => setError(t('statistic.evidence_read'))}
        onPreparing={setPreparing}
      />
      <div className={overlay.actions}>
        <Button onClick={() => onCount(null)}>{t('statistic.evidence_skip')}</Button>
        <Button look="primary" aria-disabled={preparing} onClick={submit}>
          {t(preparing ? 'picture_input.busy' : 'statistic.evidence_submit')}
        </Button>
      </div>
    </Modal>
  );
}
