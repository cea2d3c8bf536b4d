import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxEntry } from '../db/records.ts';
import { useFormats } from '../i18n/use-formats.ts';
import { useLive } from '../sync/react/hooks.tsx';
import type { Words } from '../feature/command-presenter.ts';

/** The words for a command: its own event's dates, whichever event is active now. */
export function useWords({ eventId }: OutboxEntry): Words {
  const { t } = useTranslation();
  const event = useLive((db) => db.mirror('events').get(eventId), [eventId]);
  const formats = useFormats(event);
  return useMemo(() => ({ t, formats }), [t, formats]);
}
