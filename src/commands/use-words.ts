import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxEntry } from '#db/records.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useLive } from '#sync/react/hooks.tsx';
import type { CommandPresenter, Words } from '#feature-kit/command-presenter.ts';

/**
 * Returns the context to present a command: the date formats of its own event, even if another is active, and the rows of its presenter.
 */
export function useWords(entry: OutboxEntry, presenter: CommandPresenter): Words {
  const { eventId } = entry;
  const { t } = useTranslation();
  const event = useLive((db) => db.mirror('events').get(eventId), [eventId]);
  const formats = useFormats(event);
  const rows = useLive((db) => presenter.rows?.(db, entry), [presenter, entry.key]);
  return useMemo(() => ({ t, formats, rows }), [t, formats, rows]);
}
