import ChevronLeft from 'lucide-react/icons/chevron-left';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { type ShareType, shareTypes } from '#contract/resources/shares.ts';
import { useDeliver } from '#commands/use-deliver.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import { pictureArgument } from '#sync/outbox/draft-pictures.ts';
import { command } from '#sync/outbox/command.ts';
import { useActiveEvent, useSync } from '#sync/react/hooks.tsx';
import { FormActions } from '#ui/forms/form-actions.tsx';
import { inWords } from '#ui/forms/form-result.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import { classes } from '#ui/theme/classes.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { firstTab, iconOfType } from '../share-tabs.ts';
import { PictureField } from './picture-field.tsx';
import { ShareFields } from './share-fields.tsx';
import styles from './share-form.module.css';
import { readForm, type ShareValues, valuesOf } from './share-form-values.ts';
import { useSharePicture } from './use-share-picture.ts';

export function SharingAddScreen(): ReactNode {
  const event = useActiveEvent();
  return event ? <NewShare key={event.id} eventId={event.id} /> : null;
}

function NewShare({ eventId }: { eventId: number }): ReactNode {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const draftId = `share:${eventId}`;
  const { values, change, clear } = useRowForm({ draftId, row: null, valuesOf });
  const picture = useSharePicture(draftId);
  const leave = (): void => {
    void clear();
    void picture.clear();
    navigate(firstTab);
  };
  if (values.type === '') {
    return (
      <Screen title={t('sharing.add.title')} note={t('sharing.add.choose_type')}>
        <div className={styles.types}>
          {shareTypes.map((type) => {
            const Icon = iconOfType[type];
            return (
              <button key={type} type="button" className={classes(buttonClass(), styles.type)} onClick={() => change({ type })}>
                <Icon aria-hidden="true" />
                {t(`sharing.add.type_${type}`)}
              </button>
            );
          })}
        </div>
        <Button look="quiet" className={styles.back} onClick={leave}>
          {t('app.cancel')}
        </Button>
      </Screen>
    );
  }
  return (
    <Screen
      title={t(`sharing.add.heading_${values.type}`)}
      lead={
        <Button look="quiet" className={styles.lead} onClick={() => change({ type: '' })}>
          <ChevronLeft aria-hidden="true" />
          {t('sharing.add.back')}
        </Button>
      }
    >
      <Details eventId={eventId} draftId={draftId} type={values.type} {...{ values, change, clear, picture, leave }} />
    </Screen>
  );
}

interface DetailsProps {
  eventId: number;
  draftId: string;
  type: ShareType;
  values: ShareValues;
  change: (part: Partial<ShareValues>) => void;
  clear: () => Promise<void>;
  picture: ReturnType<typeof useSharePicture>;
  leave: () => void;
}

function Details({ eventId, draftId, type, values, change, clear, picture, leave }: DetailsProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const deliver = useDeliver();
  const [, navigate] = useLocation();
  const form = useForm({
    read: inWords(readForm(values), (problem) => t(`sharing.add.${problem}`)),
    ready: !picture.preparing,
    focus: 'title',
    failure: t('sharing.add.error'),
    send: async (fields, isThere) => {
      const target = { id: client.newId(), eventId };
      const chosen = type === 'stuff' && picture.chosen ? pictureArgument(client.newId(), picture.chosen) : null;
      const offer = chosen
        ? command('shares', 'create', { ...fields, image: chosen.name }, { ...target, bytes: chosen.bytes })
        : command('shares', 'create', fields, target);
      const close = async (): Promise<void> => {
        await Promise.all([clear(), picture.clear()]);
        navigate(firstTab);
      };
      return deliver([offer], { draftId, isThere, close }, { done: t('sharing.add.success'), refused: t('sharing.add.failed') });
    },
  });
  return (
    <form
      {...form.props}
      className={styles.whole}
      onSubmit={(event) => {
        picture.tried();
        form.props.onSubmit(event);
      }}
    >
      <ShareFields form={form} type={type} values={values} onChange={change} />
      {type === 'stuff' && <PictureField form={form} picture={picture} />}
      <FormActions
        form={{ ...form, busy: form.busy || picture.preparing }}
        submit={t(picture.preparing ? 'picture_input.busy' : 'sharing.add.submit')}
        onCancel={leave}
      />
    </form>
  );
}
