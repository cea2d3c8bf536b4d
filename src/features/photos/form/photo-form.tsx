import ImagePlus from 'lucide-react/icons/image-plus';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { draftIdOf, mostAtOnce } from '#feature-kit/drafts/photo-slots.ts';
import { StorageError } from '#sync/device/storage.ts';
import { pictureArgument } from '#sync/outbox/draft-pictures.ts';
import { command } from '#sync/outbox/command.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { useDraft } from '#sync/react/use-draft.ts';
import { useDraftPicture } from '#sync/react/use-draft-picture.ts';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { FormBehindButton } from '#ui/forms/form-behind-button.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { toast } from '#ui/overlays/toasts.ts';
import { PictureInput } from '#ui/pictures/picture-input.tsx';
import { Button } from '#ui/theme/button.tsx';
import { useHasDraft } from '../use-photos.ts';
import { FurtherPhoto, type PhotoValues } from './further-photo.tsx';
import styles from './photo-form.module.css';
import { PhotoRow } from './photo-row.tsx';
import { useFurtherPhotos } from './use-further-photos.ts';
import { usePrepared } from './use-prepared.ts';

interface PhotoFormProps {
  eventId: number;
  onClose: () => void;
  onShared: () => void;
}

/**
 * Edits a picture and its description, or several at once. Drafts are kept; each photo is a command of its own, which is stored before its
 * part of the form is cleared.
 */
export function PhotoForm({ eventId, onClose, onShared }: PhotoFormProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const draftId = draftIdOf(eventId);
  const [description, setDescription, clear] = useDraft(draftId);
  const [picture, setPicture, clearPicture] = useDraftPicture(draftId);
  const [unreadable, setUnreadable] = useState(false);
  const [shrinking, setShrinking] = useState(false);
  // The file of the first photo if several were chosen at once.
  const [file, setFile] = useState<File>();
  const further = useFurtherPhotos(eventId);
  const preparing = usePrepared({ slot: 0, file }, setPicture, () => setUnreadable(true)) || shrinking;
  const end = (): Promise<unknown> => Promise.all([clear(), clearPicture()]);
  const first: PhotoValues = { slot: 0, picture, description, preparing, end };
  const several = further.list.length > 0;
  const hasFirst = !several || preparing || unreadable || picture !== null || description !== '';
  const all = [...(hasFirst ? [first] : []), ...further.values];
  const known = all.filter((one) => one !== undefined);
  const busy = known.length < all.length || known.some((one) => one.preparing);

  const textProblem = (text: string): string | false => {
    const over = text.length - limits.descriptionLength;
    if (text.trim() === '') return t('photo_upload.no_description');
    return over > 0 && t('chat_create.too_long', { count: over });
  };
  const empty = description.trim() === '';
  const problems = several
    ? known.flatMap((one) => [
        [`picture${one.slot}`, !one.picture && t('photo_upload.no_file')] as const,
        [`text${one.slot}`, textProblem(one.description)] as const,
      ])
    : ([
        ['form', !picture && empty && t('photo_upload.mandatory')],
        ['picture0', !picture && !empty && t('photo_upload.no_file')],
        ['text0', (picture || !empty) && textProblem(description)],
      ] as const);
  const form = useForm<readonly PhotoValues[], string>({
    read: readFields(Object.fromEntries(problems), known),
    ready: !busy,
    failure: t('photo_upload.error'),
    send: async (chosen) => {
      const engine = await client.engine();
      // Each photo ends its own drafts in the transaction of its command.
      for (const one of chosen) {
        if (!one.picture) continue;
        const { name: url, bytes } = pictureArgument(client.newId(), one.picture);
        const share = command('photos', 'create', { url, description: one.description }, { eventId, bytes });
        try {
          await engine.executeAll([share], draftIdOf(eventId, one.slot));
        } catch (error) {
          if (error instanceof StorageError && error.problem === 'full') return (words) => ({ form: words('photo_upload.storage_full') });
          throw error;
        }
        await one.end();
        if (one.slot === 0) setFile(undefined);
        else further.remove(one.slot);
      }
      onShared();
      return undefined;
    },
  });
  const cancel = (): void => {
    void Promise.all([end(), further.clear()]);
    onClose();
  };
  const choose = (files: readonly File[]): void => {
    const [one, ...others] = files;
    const isFree = !hasFirst || (!several && picture === null && !preparing);
    if (isFree) {
      setUnreadable(false);
      setFile(one);
    }
    const left = further.add(isFree ? others : files);
    if (left > 0) toast(t('photo_upload.too_many', { number: mostAtOnce }));
    form.changed();
  };
  const chose = (failed: boolean): void => {
    setUnreadable(failed);
    form.changed();
  };
  const submit = (event: FormEvent): void => {
    // From now on, only a missing picture counts.
    if (!several) setUnreadable(false);
    form.props.onSubmit(event);
  };
  const ofPicture = form.field('picture0');
  return (
    <form {...form.props} onSubmit={submit} className={styles.form}>
      {several ? (
        <>
          <p className={styles.hint}>{t('photo_upload.hint')}</p>
          <ul className={styles.rows}>
            {hasFirst && (
              <PhotoRow
                {...{ form, slot: 0, number: 1, picture, preparing, unreadable, description }}
                onDescription={setDescription}
                onRemove={() => {
                  setFile(undefined);
                  setUnreadable(false);
                  void end();
                }}
              />
            )}
            {further.list.map(({ slot, file: chosen }, index) => (
              <FurtherPhoto
                key={slot}
                {...{ eventId, form, slot, file: chosen }}
                number={index + (hasFirst ? 2 : 1)}
                onValues={further.report}
                onRemove={() => further.remove(slot)}
              />
            ))}
          </ul>
          {all.length < mostAtOnce && <MoreButton locked={form.busy} onFiles={choose} />}
        </>
      ) : (
        <>
          <Locked locked={form.busy}>
            <PictureInput
              label={t('photo_upload.picture')}
              hint={picture ? undefined : t('photo_upload.several', { number: mostAtOnce })}
              picture={picture}
              {...ofPicture}
              error={unreadable ? t('photo_upload.process_failed') : ofPicture.error}
              onSeveral={choose}
              onPicture={(taken) => {
                setPicture(taken);
                chose(false);
              }}
              onRemove={() => {
                void clearPicture();
                chose(false);
              }}
              onFailure={() => chose(true)}
              onPreparing={setShrinking}
            />
          </Locked>
          <TextArea
            {...form.field('text0')}
            label={t('photo_upload.description')}
            hint={t('photo_upload.hint')}
            required
            placeholder={t('photo_upload.placeholder')}
            value={description}
            onChange={setDescription}
          />
        </>
      )}
      <FormActions
        form={{ ...form, busy: form.busy || busy }}
        submit={busy ? t('picture_input.busy') : several ? t('photo_upload.submit_all', { count: all.length }) : t('photo_upload.submit')}
        onCancel={cancel}
      />
    </form>
  );
}

/** Chooses further pictures. */
function MoreButton({ locked, onFiles }: { locked: boolean; onFiles: (files: readonly File[]) => void }): ReactNode {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Locked locked={locked}>
      <Button onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden="true" />
        {t('photo_upload.more')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Allows choosing the same file again.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </Locked>
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
