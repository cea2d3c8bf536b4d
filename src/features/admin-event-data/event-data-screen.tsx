import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '#commands/refused.tsx';
import { useActiveEvent } from '#sync/react/hooks.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { EventDataForm } from './event-data-form.tsx';
import { useEventData } from './use-event-data.ts';

export function EventDataScreen(): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const found = useEventData(event?.id ?? 0);
  if (!event || found?.row.id !== event.id) return null;
  const { row, entries, waiting, problems } = found;
  return (
    <Screen title={t('admin_event_data.title')}>
      {problems.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      <EventDataForm key={row.id} row={row} entries={entries} waiting={waiting} />
    </Screen>
  );
}
