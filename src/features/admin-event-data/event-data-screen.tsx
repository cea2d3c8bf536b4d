import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BackToOverview } from '#feature-kit/back-link.tsx';
import { headerPictureOf } from '#contract/pictures.ts';
import { Refused } from '#commands/refused.tsx';
import { useFormats } from '#i18n/use-formats.ts';
import { useWaitingPicture } from '#pictures/use-picture.ts';
import { useActiveEvent, useLive } from '#sync/react/hooks.tsx';
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
import { eventWords } from './event-words.ts';
import { useEventDataForm } from './use-event-data-form.ts';
import { ZoneChange } from './zone-change.tsx';
import { type EventRow, events } from '#contract/resources/events.ts';
import { EventDays } from '#ui/time/event-days.tsx';
import { Dexie } from 'dexie';
import { schedule, type ScheduleEntry } from '#contract/resources/schedule.ts';
import { readRefused } from '#commands/use-refused.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import { viewOf } from '#sync/mirror/rebase.ts';

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

interface EventPreviewProps {
  /** The event with the unsaved values. */
  event: Pick<EventRow, 'title' | 'description' | 'startDate' | 'endDate' | 'timeZone' | 'dateLocale'>;
  /** The header picture; undefined until it is read. */
  picture: string | undefined;
}

function EventPreview(props: EventPreviewProps): ReactNode {
  const { t } = useTranslation();
  return (
    <section className={styles.preview} aria-label={t('admin_event_data.preview')}>
      <h2 className={styles.heading}>{t('admin_event_data.preview')}</h2>
      <div className={styles.phones}>
        <Phone {...props} theme="light" caption={t('admin_event_data.preview_light')} />
        <Phone {...props} theme="dark" caption={t('admin_event_data.preview_dark')} />
      </div>
    </section>
  );
}

function Phone({ event, picture, theme, caption }: EventPreviewProps & { theme: 'light' | 'dark'; caption: string }): ReactNode {
  const formats = useFormats(event);
  return (
    <figure className={styles.figure}>
      <div className={styles.phone} data-theme={theme}>
        <HeaderPicture src={picture} />
        <div className={styles.words}>
          <p className={styles.title}>{event.title}</p>
          <p className={styles.days}>
            <EventDays event={event} formats={formats} />
          </p>
          <p className={styles.description}>{event.description}</p>
        </div>
      </div>
      <figcaption className={styles.caption}>{caption}</figcaption>
    </figure>
  );
}

interface EventData {
  readonly row: EventRow;
  readonly entries: readonly ScheduleEntry[];
  readonly waiting: boolean;
  readonly problems: readonly OutboxEntry[];
}

/** Returns undefined until the event is read, or if it is not on the device. */
function useEventData(eventId: number): EventData | undefined {
  return useLive(
    async (db) => {
      const [record, entries, problems] = await Promise.all([
        db.mirror('events').get(eventId),
        readEntries(db, eventId),
        readRefused(db, ['events'], eventId),
      ]);
      const row = record && (viewOf(events, record) as EventRow | null);
      return row ? { row, entries, waiting: (record.$pending?.length ?? 0) > 0, problems } : undefined;
    },
    [eventId],
  );
}

async function readEntries(db: EventDatabase, eventId: number): Promise<ScheduleEntry[]> {
  const range = [[eventId, Dexie.minKey] as unknown[], [eventId, Dexie.maxKey] as unknown[]] as const;
  const records = await db
    .mirror('schedule')
    .where('[eventId+startDate]')
    .between(...range)
    .toArray();
  return records.map((record) => viewOf(schedule, record) as ScheduleEntry);
}
