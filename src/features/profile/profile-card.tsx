import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, me as meResource, type ProfileChange } from '../../../contract/resources/me.ts';
import { type ChosenPicture, pictureArgument } from '../../sync/outbox/draft-pictures.ts';
import { useSync } from '../../sync/react/hooks.tsx';
import { useDraft } from '../../sync/react/use-draft.ts';
import { type Command, command } from '../../sync/outbox/outbox.ts';
import { useDraftPicture } from '../../sync/react/use-draft-picture.ts';
import { Button } from '../../ui/look/button.tsx';
import card from '../../ui/look/card.module.css';
import { rebased, rowForm } from '../../ui/forms/row-form.ts';
import { toast } from '../../ui/over/toasts.ts';
import { WaitingMark } from '../../ui/text/waiting-mark.tsx';
import { PictureField } from './picture-field.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { changesOf, isAddress, profileFields, valuesOf } from './profile-form.ts';
import styles from './profile-screen.module.css';

const draftId = 'profile';

/** Who one is to the others; Save and Cancel can be used when something differs from what was saved last. */
export function ProfileCard({ me, waiting }: { me: Me; waiting: boolean }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [draft, setDraft, clear] = useDraft(draftId);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [preparing, setPreparing] = useState(false);
  const [round, setRound] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  // What was not touched here is as another device may have saved it since.
  const row = rowForm(me, rebased(draft, me), valuesOf);
  const { values } = row;
  const [picture, setPicture, clearPicture] = useDraftPicture(draftId);
  const changes = changesOf(values, me);
  const dirty = picture !== null || Object.keys(changes).length > 0;

  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await client.executeAll([commandOf(me, changes, picture, client.newId())], draftId);
      await Promise.all([clear(), clearPicture()]);
      setTried(false);
      toast(t('profile.save_success'));
    } catch {
      toast(t('profile.save_error'), 'error');
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (preparing) return;
    setTried(true);
    if (!isAddress(values.email)) form.current?.querySelector<HTMLInputElement>('[name="email"]')?.focus();
    else if (dirty && !busy) void save();
  };
  const cancel = (): void => {
    setTried(false);
    setPreparing(false);
    // A picture that is not ready yet goes with its field.
    setRound(round + 1);
    void clear();
    void clearPicture();
  };
  // What was chosen goes first; a second time it is what the others see.
  const removePicture = (): void => {
    if (picture) void clearPicture();
    else setDraft(row.with({ picture: 'removed' }));
  };
  return (
    <form ref={form} className={card['card']} aria-labelledby="profile-card" onSubmit={submit} noValidate>
      <h2 id="profile-card">{t('profile.card')}</h2>
      {waiting && <WaitingMark />}
      <PictureField
        key={round}
        me={me}
        picture={picture}
        removed={values.picture === 'removed'}
        onPicture={setPicture}
        onRemove={removePicture}
        onPreparing={setPreparing}
      />
      <ProfileFields fields={profileFields} values={values} onChange={(part) => setDraft(row.with(part))} tried={tried} busy={busy} />
      <div className={styles['actions']}>
        <Button look="primary" type="submit" aria-disabled={!dirty || busy || preparing}>
          {t(preparing ? 'picture_input.busy' : 'profile.save')}
        </Button>
        <Button look="quiet" aria-disabled={!dirty && !preparing && draft === ''} onClick={cancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** What saving sends: the picture, where there is a new one, with its bytes, whose id (UUID) is new. */
function commandOf({ id }: Me, changes: ProfileChange, picture: ChosenPicture | null, bytesId: string): Command {
  const target = { id, eventId: 0 };
  if (!picture) return command(meResource, 'save', changes, target);
  const { name: image, bytes } = pictureArgument(bytesId, picture);
  return command(meResource, 'save', { ...changes, image }, { ...target, bytes });
}
