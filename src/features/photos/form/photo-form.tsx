import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../contract/limits.ts';
import { photos } from '../../../../contract/resources/photos.ts';
import { type ChosenPicture, pictureArgument } from '../../../sync/outbox/draft-pictures.ts';
import { useSync } from '../../../sync/react/hooks.tsx';
import { useDraft } from '../../../sync/react/use-draft.ts';
import { command } from '../../../sync/outbox/outbox.ts';
import { StorageError } from '../../../sync/device/storage.ts';
import { useDraftPicture } from '../../../sync/react/use-draft-picture.ts';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { PictureInput } from '../../../ui/pictures/picture-input.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import styles from './photo-form.module.css';
import { draftIdOf } from '../use-photos.ts';

interface PhotoFormProps {
  eventId: number;
  onClose: () => void;
  onShared: () => void;
}

/** A picture and what it shows. What was begun survives; what is shared is stored before the form empties itself. */
export function PhotoForm({ eventId, onClose, onShared }: PhotoFormProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const draftId = draftIdOf(eventId);
  const [description, setDescription, clear] = useDraft(draftId);
  const [picture, setPicture, clearPicture] = useDraftPicture(draftId);
  const [errors, setErrors] = useState<{ picture?: string; description?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const [preparing, setPreparing] = useState(false);

  const problems = (): typeof errors => {
    const over = description.length - limits.descriptionLength;
    if (!picture && description.trim() === '') return { form: t('photo_upload.mandatory') };
    if (!picture) return { picture: t('photo_upload.no_file') };
    if (description.trim() === '') return { description: t('photo_upload.mandatory') };
    return over > 0 ? { description: t('chat_create.too_long', { count: over }) } : {};
  };
  const share = async (chosen: ChosenPicture): Promise<void> => {
    setBusy(true);
    const { name: url, bytes } = pictureArgument(client.newId(), chosen);
    try {
      await client.executeAll([command(photos, 'create', { url, description }, { eventId, bytes })], draftId);
      await Promise.all([clear(), clearPicture()]);
      onShared();
    } catch (error) {
      const full = error instanceof StorageError && error.problem === 'full';
      setErrors({ form: t(full ? 'photo_upload.storage_full' : 'photo_upload.error') });
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (preparing) return;
    const found = problems();
    setErrors(found);
    if (picture && Object.keys(found).length === 0 && !busy) void share(picture);
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <PictureInput
        label={t('photo_upload.picture')}
        picture={picture}
        error={errors.picture ?? null}
        onPicture={(taken) => {
          setPicture(taken);
          setErrors({});
        }}
        onRemove={() => void clearPicture()}
        onFailure={() => setErrors({ picture: t('photo_upload.process_failed') })}
        onPreparing={setPreparing}
      />
      <TextArea
        label={t('photo_upload.description')}
        placeholder={t('photo_upload.placeholder')}
        value={description}
        onChange={setDescription}
        readOnly={busy}
        error={errors.description ?? null}
      />
      <p role="alert" className={styles['error']}>
        {errors.form}
      </p>
      <FormActions submit={t(preparing ? 'picture_input.busy' : 'photo_upload.submit')} busy={busy || preparing} onCancel={onClose} />
    </form>
  );
}
