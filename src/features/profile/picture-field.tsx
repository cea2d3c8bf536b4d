import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../contract/limits.ts';
import type { Me } from '../../../contract/resources/me.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { PictureInput } from '../../ui/pictures/picture-input.tsx';
import type { ShrunkPicture } from '../../ui/pictures/shrink-picture.ts';
import { useObjectUrl } from '../../ui/pictures/use-object-url.ts';
import { OwnAvatar } from '../../pictures/own-avatar.tsx';
import styles from './profile-screen.module.css';

interface PictureFieldProps {
  me: Me;
  /** Chosen and not saved yet. */
  picture: ShrunkPicture | null;
  /** The one that the others see is to go. */
  removed: boolean;
  onPicture: (picture: ShrunkPicture) => void;
  /** Takes away what was chosen, or else what the others see. */
  onRemove: () => void;
  /** Another one is being made smaller, or no longer is. */
  onPreparing: (preparing: boolean) => void;
}

/** One's picture as the others see it, and another one from the files or the camera. */
export function PictureField({ me, picture, removed, onPicture, onRemove, onPreparing }: PictureFieldProps): ReactNode {
  const { t } = useTranslation();
  const chosen = useObjectUrl(picture?.bytes, picture?.type);
  const [failed, setFailed] = useState(false);
  return (
    <PictureInput
      label={t('profile.picture')}
      picture={picture}
      side={limits.thumbnailSide}
      preview={
        <div className={styles['picture']}>
          {picture ? (
            <Avatar name={me.name} image={chosen ?? null} large />
          ) : (
            <OwnAvatar me={removed ? { ...me, image: null } : me} large />
          )}
        </div>
      }
      error={failed ? t('photo_upload.process_failed') : null}
      onPicture={(taken) => {
        setFailed(false);
        onPicture(taken);
      }}
      onRemove={() => {
        setFailed(false);
        onRemove();
      }}
      removable={picture !== null || (me.image !== null && !removed)}
      onFailure={() => setFailed(true)}
      onPreparing={onPreparing}
    />
  );
}
