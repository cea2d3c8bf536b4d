import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Share, shares } from '#contract/resources/shares.ts';
import { useClashes } from '#commands/use-clashes.ts';
import { useDeliver } from '#commands/use-deliver.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { viewOf } from '#sync/mirror/rebase.ts';
import { pictureArgument } from '#sync/outbox/draft-pictures.ts';
import { type Command, command } from '#sync/outbox/command.ts';
import { useActiveEvent, useSync } from '#sync/react/hooks.tsx';
import { ConcurrentChanges } from '#ui/forms/clash-choices.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { inWords } from '#ui/forms/form-result.ts';
import { useForm } from '#ui/forms/use-form.ts';
import type { StoredShare } from '../use-shares.ts';
import { conflictWords, shareTitle } from '../share-words.ts';
import { PictureField } from './picture-field.tsx';
import { ShareFields } from './share-fields.tsx';
import styles from './share-form.module.css';
import { readForm, valuesOf } from './share-form-values.ts';
import { useSharePicture } from './use-share-picture.ts';

interface EditShareProps {
  share: StoredShare;
  /** True if the offer was deleted; the typed values can become a new one. */
  gone: boolean;
  onClose: () => void;
}

export function EditShare({ share, gone, onClose }: EditShareProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const deliver = useDeliver();
  const formats = useFormats(useActiveEvent());
  const row = viewOf(shares, share) as Share;
  const { id, eventId, type } = row;
  const draftId = `share:${eventId}:${id}`;
  const { base, values, change, clear } = useRowForm({ draftId, row, valuesOf });
  const picture = useSharePicture(draftId);
  const read = readForm({ ...values, type });
  const { undecided, changes, ...clashProps } = useClashes(shares, { base, row, edited: read.kind === 'args' ? read.args : null });
  const form = useForm({
    read: inWords(read, (problem) => t(`sharing.add.${problem}`)),
    undecided,
    ready: !picture.preparing,
    focus: 'title',
    failure: t('sharing.edit_error'),
    send: async (fields, isThere) => {
      const words = changes();
      const chosen = picture.chosen && pictureArgument(client.newId(), picture.chosen);
      const image = chosen ? chosen.name : values.picture === 'removed' && row.image !== null ? null : undefined;
      const changed = image === undefined ? words : { ...words, image };
      const target = { eventId, ...(chosen && { bytes: chosen.bytes }) };
      const anew = (): Command =>
        command('shares', 'create', { ...fields, image: chosen?.name ?? null }, { ...target, id: client.newId() });
      const edit = (): Command[] => (Object.keys(changed).length > 0 ? [command('shares', 'edit', changed, { ...target, id })] : []);
      const commands = gone ? [anew()] : edit();
      const close = async (): Promise<void> => {
        await Promise.all([clear(), picture.clear()]);
        onClose();
      };
      return deliver(commands, { draftId, isThere, close }, { done: t('sharing.edit_success'), refused: t('sharing.edit_failed') });
    },
  });
  const cancel = (): void => {
    void clear();
    void picture.clear();
    onClose();
  };
  const words = { t, formats };
  return (
    <form
      {...form.props}
      className={styles.form}
      aria-label={shareTitle(t, row)}
      onSubmit={(event) => {
        picture.tried();
        form.props.onSubmit(event);
      }}
    >
      <h2>{t(gone ? 'sharing.gone' : 'sharing.edit_title')}</h2>
      <ShareFields form={form} type={type} values={values} onChange={change} />
      {type === 'stuff' && (
        <PictureField
          form={form}
          picture={picture}
          kept={values.picture === 'kept' ? row.image : null}
          onRemoveKept={() => change({ picture: 'removed' })}
        />
      )}
      <Locked locked={form.busy}>
        <ConcurrentChanges
          {...clashProps}
          label={(key) => conflictWords.label(words, key)}
          value={(fields) => conflictWords.value(words, fields)}
        />
      </Locked>
      <FormActions
        form={{ ...form, busy: form.busy || picture.preparing }}
        submit={t(picture.preparing ? 'picture_input.busy' : gone ? 'conflict.gone_insist' : 'sharing.save')}
        onCancel={cancel}
      />
    </form>
  );
}
