import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '#pictures/picture.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import type { Form } from '#ui/forms/use-form.ts';
import { PictureInput } from '#ui/pictures/picture-input.tsx';
import type { SharePicture } from './use-share-picture.ts';

interface PictureFieldProps {
  form: Form<string>;
  picture: SharePicture;
  /** The saved picture, unless it will be removed. */
  kept?: string | null;
  onRemoveKept?: () => void;
}

export function PictureField({ form, picture, kept = null, onRemoveKept }: PictureFieldProps): ReactNode {
  const { t } = useTranslation();
  const { chosen, unreadable } = picture;
  const isKept = chosen === null && kept !== null;
  return (
    <Locked locked={form.busy}>
      <PictureInput
        label={t('sharing.add.picture')}
        picture={chosen}
        error={unreadable ? t('photo_upload.process_failed') : null}
        preview={isKept ? <Picture name={kept} alt="" /> : undefined}
        removable={chosen !== null || isKept}
        onPicture={(taken) => {
          picture.choose(taken);
          form.changed();
        }}
        onRemove={() => {
          if (isKept) onRemoveKept?.();
          else void picture.clear();
          form.changed();
        }}
        onFailure={() => {
          picture.fail();
          form.changed();
        }}
        onPreparing={picture.prepare}
      />
    </Locked>
  );
}
