import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BackToOverview } from '#feature-kit/back-link.tsx';
import { headerPictureOf } from '#contract/pictures.ts';
import { Refused } from '#commands/refused.tsx';
import { useFormats } from '#i18n/use-formats.ts';
import { useWaitingPicture } from '#pictures/use-picture.ts';
import { useActiveEvent } from '#sync/react/hooks.tsx';
import { ConcurrentChanges } from '#ui/forms/clash-choices.tsx';
import { EventFields, MoreEventFields } from '#ui/forms/event/event-fields.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { Locked } from '#ui/forms/locked.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { HeaderPictureField } from '#ui/pictures/header/header-picture-field.tsx';
import { HeaderPicture } from '#ui/pictures/header/header-picture.tsx';
import { useObjectUrl } from '#ui/pictures/use-object-url.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { Button } from '#ui/theme/button.tsx';
import styles from './event-data.module.css';
import { EventPreview } from './event-preview.tsx';
import { eventWords } from './event-words.ts';
import { useEventDataForm } from './use-event-data-form.ts';
import { type EventData, useEventData } from './use-event-data.ts';
import { ZoneChange } from './zone-change.tsx';

export function EventDataScreen(): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const found = useEventData(event?.id ?? 0);
  if (!event || found?.row.id !== event.id) return null;
  const { row, entries, waiting, problems } = found;
  return (
    <Screen title={t('admin_event_data.title')} lead={<BackToOverview />} note={t('admin_event_data.note')}>
      {problems.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      <EventDataForm key={row.id} row={row} entries={entries} waiting={waiting} />
    </Screen>
  );
}

const logo = '/images/logo';

/** Edits the data of an event next to a preview; Save and Cancel are enabled when something differs. */
function EventDataForm({ row, entries, waiting }: Omit<EventData, 'problems'>): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(row);
  const { form, values, change, header, dirty, ready, otherwise, cancel, clashProps, fields } = useEventDataForm(row, entries);
  const [round, setRound] = useState(0);
  const chosen = useObjectUrl(header.chosen?.bytes, header.chosen?.type);
  const [waits, waitingUrl] = useWaitingPicture(row.headerImage ?? null);
  const removed = values.picture === 'removed';
  const stored = removed ? logo : waits ? waitingUrl : headerPictureOf(row);
  const picture = header.chosen ? chosen : stored;
  const words = { t, formats };
  return (
    <div className={styles.beside}>
      <form {...form.props} className={styles.form} aria-label={t('admin_event_data.card')}>
        {waiting && <WaitingMark />}
        <EventFields form={form} values={values} onChange={change} />
        <Locked locked={form.busy}>
          <ZoneChange
            event={row}
            zone={fields?.timeZone ?? row.timeZone}
            otherwise={otherwise}
            keepsClock={values.keepsClock}
            onChange={(keepsClock) => change({ keepsClock })}
          />
        </Locked>
        <HeaderPictureField
          key={round}
          form={form}
          header={header}
          isKept={Boolean(row.headerImage) && !removed}
          onRemoveKept={() => change({ picture: 'removed' })}
          preview={<HeaderPicture src={picture} />}
        />
        {removed && !header.chosen && <p role="status">{t('admin_event_data.removed_picture')}</p>}
        <MoreEventFields form={form} values={values} onChange={change} />
        <Locked locked={form.busy}>
          <ConcurrentChanges
            {...clashProps}
            label={(key) => eventWords.label(words, key)}
            value={(part) => eventWords.value(words, part)}
          />
        </Locked>
        <FormError error={form.error} />
        <div className={styles.actions}>
          <Button look="primary" type="submit" aria-disabled={!ready || form.busy}>
            {t(header.preparing ? 'picture_input.busy' : 'admin_event_data.save')}
          </Button>
          <Button
            look="quiet"
            aria-disabled={!dirty && !header.preparing}
            onClick={() => {
              // A new key discards the picture that is still being prepared.
              setRound(round + 1);
              cancel();
            }}
          >
            {t('app.cancel')}
          </Button>
        </div>
      </form>
      <EventPreview event={{ ...row, ...fields, title: values.title.trim(), description: values.description.trim() }} picture={picture} />
    </div>
  );
}
