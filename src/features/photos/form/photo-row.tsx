import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChosenPicture } from '#db/records.ts';
import { FieldError } from '#ui/forms/field-error.tsx';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import type { Form } from '#ui/forms/use-form.ts';
import { Spinner } from '#ui/loading/spinner.tsx';
import { useObjectUrl } from '#ui/pictures/use-object-url.ts';
import { IconButton } from '#ui/theme/button.tsx';
import styles from './photo-form.module.css';

interface PhotoRowProps {
  form: Form<string>;
  slot: number;
  /** The place in the list, from 1. */
  number: number;
  picture: ChosenPicture | null;
  preparing: boolean;
  unreadable: boolean;
  description: string;
  onDescription: (description: string) => void;
  onRemove: () => void;
}

/** One of several photos: a small preview next to its description. */
export function PhotoRow({ form, slot, number, picture, preparing, unreadable, description, ...on }: PhotoRowProps): ReactNode {
  const { t } = useTranslation();
  const url = useObjectUrl(picture?.bytes, picture?.type);
  const ofPicture = form.field(`picture${slot}`);
  const error = unreadable ? t('photo_upload.unreadable') : ofPicture.error;
  return (
    <li className={styles.row}>
      <div className={styles.thumbnail}>
        {picture && url && <img src={url} width={picture.width} height={picture.height} alt={t('picture_input.preview')} />}
        {preparing && <Spinner label={t('picture_input.busy')} />}
      </div>
      <div className={styles.words}>
        <TextArea
          {...form.field(`text${slot}`)}
          label={t('photo_upload.description_of', { number })}
          required
          value={description}
          onChange={on.onDescription}
        />
        <FieldError id={`picture${slot}-error`} error={error} stale={ofPicture.stale} />
      </div>
      <Locked locked={form.busy}>
        <IconButton label={t('photo_upload.remove_of', { number })} name={`picture${slot}`} className={styles.remove} onClick={on.onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </Locked>
    </li>
  );
}
