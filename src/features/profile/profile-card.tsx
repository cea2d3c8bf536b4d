import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import type { Me, ProfileChange } from '#contract/resources/me.ts';
import { useDeliver } from '#commands/use-deliver.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import type { ChosenPicture } from '#db/records.ts';
import { OwnAvatar } from '#pictures/own-avatar.tsx';
import { pictureArgument } from '#sync/outbox/draft-pictures.ts';
import { type Command, command } from '#sync/outbox/command.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { useDraftPicture } from '#sync/react/use-draft-picture.ts';
import { FormError } from '#ui/forms/field-error.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { readFields } from '#ui/forms/form-result.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { Avatar } from '#ui/people/avatar.tsx';
import { PictureInput } from '#ui/pictures/picture-input.tsx';
import type { ShrunkPicture } from '#ui/pictures/shrink-picture.ts';
import { useObjectUrl } from '#ui/pictures/use-object-url.ts';
import { Button } from '#ui/theme/button.tsx';
import card from '#ui/theme/card.module.css';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { changesOf, isAddress, profileFields, valuesOf } from './profile-form.ts';
import styles from './profile-screen.module.css';

const draftId = 'profile';

/** Edits the public profile; Save and Cancel are enabled when something differs from the saved one. */
export function ProfileCard({ me, waiting }: { me: Me; waiting: boolean }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const deliver = useDeliver();
  // Untouched fields follow changes of other devices.
  const { values, dirty: typed, change, clear } = useRowForm({ draftId, row: me, valuesOf, follows: true });
  const [picture, setPicture, clearPicture] = useDraftPicture(draftId);
  const [preparing, setPreparing] = useState(false);
  const [round, setRound] = useState(0);
  const changes = changesOf(values, me);
  const dirty = picture !== null || Object.keys(changes).length > 0;
  const form = useForm({
    read: readFields({ email: !isAddress(values.email) && t('register.invalid_email') }, changes),
    ready: dirty && !preparing,
    failure: t('profile.save_error'),
    send: (changed, isThere) =>
      deliver(
        [commandOf(me, changed, picture, client.newId())],
        { draftId, isThere, close: () => Promise.all([clear(), clearPicture()]) },
        { done: t('profile.save_success'), refused: t('profile.save_failed'), fields: { email_unusable: 'email' } },
      ),
  });
  const cancel = (): void => {
    form.reset();
    setPreparing(false);
    // A new key discards the picture that is still being prepared.
    setRound(round + 1);
    void clear();
    void clearPicture();
  };
  // Removes the chosen picture first, and the saved one on a second press.
  const removePicture = (): void => {
    form.changed();
    if (picture) void clearPicture();
    else change({ picture: 'removed' });
  };
  return (
    <form {...form.props} className={card.card} aria-labelledby="profile-card">
      <h2 id="profile-card">{t('profile.card')}</h2>
      {waiting && <WaitingMark />}
      <Locked locked={form.busy}>
        <PictureField
          key={round}
          me={me}
          picture={picture}
          removed={values.picture === 'removed'}
          onPicture={(taken) => {
            setPicture(taken);
            form.changed();
          }}
          onRemove={removePicture}
          onPreparing={setPreparing}
        />
      </Locked>
      <ProfileFields form={form} fields={profileFields} values={values} onChange={change} />
      <FormError error={form.error} />
      <div className={styles.actions}>
        <Button look="primary" type="submit" aria-disabled={!dirty || form.busy || preparing}>
          {t(preparing ? 'picture_input.busy' : 'profile.save')}
        </Button>
        <Button look="quiet" aria-disabled={!dirty && !preparing && !typed} onClick={cancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Returns the command for the changes, with a new picture under the new id `bytesId` (UUID). */
function commandOf({ id }: Me, changes: ProfileChange, picture: ChosenPicture | null, bytesId: string): Command {
  const target = { id, eventId: 0 };
  if (!picture) return command('me', 'save', changes, target);
  const { name: image, bytes } = pictureArgument(bytesId, picture);
  return command('me', 'save', { ...changes, image }, { ...target, bytes });
}

interface PictureFieldProps {
  me: Me;
  picture: ShrunkPicture | null;
  removed: boolean;
  onPicture: (picture: ShrunkPicture) => void;
  onRemove: () => void;
  onPreparing: (preparing: boolean) => void;
}

function PictureField({ me, picture, removed, onPicture, onRemove, onPreparing }: PictureFieldProps): ReactNode {
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
