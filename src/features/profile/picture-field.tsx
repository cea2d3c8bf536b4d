import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import type { Me } from '#contract/resources/me.ts';
import { Avatar } from '#ui/people/avatar.tsx';
import { PictureInput } from '#ui/pictures/picture-input.tsx';
import type { ShrunkPicture } from '#ui/pictures/shrink-picture.ts';
import { useObjectUrl } from '#ui/pictures/use-object-url.ts';
import { OwnAvatar } from '#pictures/own-avatar.tsx';
import styles from './profile-screen.module.css';

interface PictureFieldProps {
  me: Me;
  picture: ShrunkPicture | null;
  removed: boolean;
  onPicture: (picture: ShrunkPicture) => void;
  onRemove: () => void;
  onPreparing: (preparing: boolean) => void;
}

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
        <div className={styles.picture}>
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
