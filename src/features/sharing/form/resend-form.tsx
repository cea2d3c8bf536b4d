import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { argsWith, draftedBy } from '#commands/command-fields.ts';
import { useResendForm } from '#commands/use-resend-form.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { CommandOn, ResendProps } from '#feature-kit/command-presenter.ts';
import { CommandPicture } from '#pictures/command-picture.tsx';
import { resendDraftId } from '#sync/outbox/outbox.ts';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { inWords } from '#ui/forms/form-result.ts';
import { Button } from '#ui/theme/button.tsx';
import { ShareFields } from './share-fields.tsx';
import styles from './share-form.module.css';
import { readForm, type ShareValues, valuesOf } from './share-form-values.ts';

/** Edits a refused offer before it is sent again; a refused picture can be left out. */
export function ResendForm(props: ResendProps<CommandOn<'shares'>>): ReactNode {
  const { entry } = props;
  const { t } = useTranslation();
  const drafted = draftedBy(entry);
  const { type = 'stuff' } = drafted;
  const { values, change, clear } = useRowForm({ draftId: resendDraftId(entry.seq), row: drafted, valuesOf });
  const image = 'image' in entry.args ? entry.args.image : undefined;
  const hasPicture = type === 'stuff' && typeof image === 'string';
  const { form, actions } = useResendForm(props, {
    read: inWords(readForm(values), (problem) => t(`sharing.add.${problem}`)),
    argsOf: (fields) => {
      // A change must contain at least one field.
      if (hasPicture && values.picture === 'removed') return argsWith({ ...entry, args: { title: fields.title } }, fields);
      return argsWith(entry, image === undefined ? fields : { ...fields, image });
    },
    focus: 'title',
    clear,
  });
  const turn = (picture: ShareValues['picture']): void => {
    change({ picture });
    form.changed();
  };
  return (
    <form {...form.props} className={styles.form}>
      <ShareFields form={form} type={type} values={values} onChange={change} />
      {hasPicture && (
        <Locked locked={form.busy}>
          <RefusedPicture entry={entry} isKept={values.picture === 'kept'} onTurn={turn} />
        </Locked>
      )}
      <FormActions {...actions} />
    </form>
  );
}

interface RefusedPictureProps {
  entry: OutboxEntry;
  isKept: boolean;
  onTurn: (picture: ShareValues['picture']) => void;
}

/** Shows the picture with one button that removes and restores it, which keeps the focus. */
function RefusedPicture({ entry, isKept, onTurn }: RefusedPictureProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div role="group" aria-label={t('sharing.add.picture')} className={styles.refused}>
      {isKept && <CommandPicture entry={entry} />}
      <p role="status">{!isKept && t('sharing.without_picture')}</p>
      <Button look="quiet" onClick={() => onTurn(isKept ? 'removed' : 'kept')}>
        {t(isKept ? 'picture_input.remove' : 'sharing.keep_picture')}
      </Button>
    </div>
  );
}
