import ImagePlus from 'lucide-react/icons/image-plus';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { photos } from '#contract/resources/photos.ts';
import { StorageError } from '#sync/device/storage.ts';
import { pictureArgument } from '#sync/outbox/draft-pictures.ts';
import { command } from '#sync/outbox/outbox.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { useDraft } from '#sync/react/use-draft.ts';
import { useDraftPicture } from '#sync/react/use-draft-picture.ts';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { FormBehindButton } from '#ui/forms/form-behind-button.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { readFields } from '#ui/forms/reading.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { PictureInput } from '#ui/pictures/picture-input.tsx';
import { draftIdOf, useHasDraft } from '../use-photos.ts';
import styles from './photo-form.module.css';

interface PhotoFormProps {
  eventId: number;
  onClose: () => void;
  onShared: () => void;
}

/** Edits a picture and its description. A draft is kept; a command is stored before the form is cleared. */
export function PhotoForm({ eventId, onClose, onShared }: PhotoFormProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const draftId = draftIdOf(eventId);
  const [description, setDescription, clear] = useDraft(draftId);
  const [picture, setPicture, clearPicture] = useDraftPicture(draftId);
  const [unreadable, setUnreadable] = useState(false);
  const [preparing, setPreparing] = useState(false);

  const empty = description.trim() === '';
  const over = description.length - limits.descriptionLength;
  const tooLong = over > 0 && t('chat_create.too_long', { count: over });
  const form = useForm({
    read: readFields(
      {
        form: !picture && empty && t('photo_upload.mandatory'),
        picture: !picture && !empty && t('photo_upload.no_file'),
        text: picture && empty ? t('photo_upload.no_description') : tooLong,
      },
      { picture, description },
    ),
    ready: !preparing,
    failure: t('photo_upload.error'),
    send: async (chosen) => {
      if (!chosen.picture) return undefined;
      const { name: url, bytes } = pictureArgument(client.newId(), chosen.picture);
      try {
        const engine = await client.engine();
        await engine.executeAll([command(photos, 'create', { url, description: chosen.description }, { eventId, bytes })], draftId);
      } catch (error) {
        if (error instanceof StorageError && error.problem === 'full') return (words) => ({ form: words('photo_upload.storage_full') });
        throw error;
      }
      await Promise.all([clear(), clearPicture()]);
      onShared();
      return undefined;
    },
  });
  const cancel = (): void => {
    void Promise.all([clear(), clearPicture()]);
    onClose();
  };
  const ofPicture = form.field('picture');
  const chose = (failed: boolean): void => {
    setUnreadable(failed);
    form.changed();
  };
  const submit = (event: FormEvent): void => {
    // From now on, only a missing picture counts.
    setUnreadable(false);
    form.props.onSubmit(event);
  };
  return (
    <form {...form.props} onSubmit={submit} className={styles.form}>
      <Locked locked={form.busy}>
        <PictureInput
          label={t('photo_upload.picture')}
          picture={picture}
          {...ofPicture}
          error={unreadable ? t('photo_upload.process_failed') : ofPicture.error}
          onPicture={(taken) => {
            setPicture(taken);
            chose(false);
          }}
          onRemove={() => {
            void clearPicture();
            chose(false);
          }}
          onFailure={() => chose(true)}
          onPreparing={setPreparing}
        />
      </Locked>
      <TextArea
        {...form.field('text')}
        label={t('photo_upload.description')}
        hint={t('photo_upload.hint')}
        required
        placeholder={t('photo_upload.placeholder')}
        value={description}
        onChange={setDescription}
      />
      <FormActions
        form={{ ...form, busy: form.busy || preparing }}
        submit={t(preparing ? 'picture_input.busy' : 'photo_upload.submit')}
        onCancel={cancel}
      />
    </form>
  );
}

interface NewPhotoProps {
  eventId: number;
  /** Shown above the button while the form is closed. */
  intro?: ReactNode;
  onShared: () => void;
}

export function NewPhoto({ eventId, intro, onShared }: NewPhotoProps): ReactNode {
  const { t } = useTranslation();
  return (
    <FormBehindButton icon={<ImagePlus aria-hidden="true" />} label={t('photo_upload.open')} hasDraft={useHasDraft(eventId)} intro={intro}>
      {(close) => (
        <PhotoForm
          eventId={eventId}
          onClose={close}
          onShared={() => {
            close();
            onShared();
          }}
        />
      )}
    </FormBehindButton>
  );
}
