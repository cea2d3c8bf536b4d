import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { agendaPath, calendarLinkId, schedulePath } from '#contract/resources/calendars.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { toastDelivery } from '#commands/use-deliver.ts';
import { type Command, command } from '#sync/outbox/command.ts';
import { useLive, useSync } from '#sync/react/hooks.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { CopyLine } from '#ui/actions/copy.tsx';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { toast } from '#ui/overlays/toasts.ts';

type Question = 'renew' | 'end';

/** The calendar of an event's schedule, or of the person's agenda. */
export type CalendarKind = 'schedule' | 'agenda';

const kinds = {
  schedule: { links: 'calendarLinks', pathOf: schedulePath, title: 'calendar_link.title', text: 'calendar_link.text' },
  agenda: { links: 'agendaLinks', pathOf: agendaPath, title: 'calendar_link.agenda_title', text: 'calendar_link.agenda_text' },
} as const;

interface CalendarLinkDialogProps {
  kind: CalendarKind;
  event: EventRow;
  onClose: () => void;
}

export function CalendarLinkDialog({ kind, event, onClose }: CalendarLinkDialogProps): ReactNode {
  const { links, pathOf, title, text } = kinds[kind];
  const { t } = useTranslation();
  const client = useSync();
  const [asking, setAsking] = useState<Question | null>(null);
  const id = calendarLinkId(event.id, client.userId);
  const link = useLive(async (db) => (await db.mirror(links).get(id)) ?? null, [id, links]);
  const target = { id, eventId: event.id };
  const save = async (change: Command, done: string): Promise<void> => {
    setAsking(null);
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver([change], null);
      toastDelivery(t, await delivery, done);
    } catch {
      toast(t('calendar_link.save_error'), 'error');
    }
  };
  const renew = (): Promise<void> => save(command(links, 'renew', { secret: newSecret() }, target), t('calendar_link.made'));
  const end = (): Promise<void> => save(command(links, 'end', {}, target), t('calendar_link.ended'));
  const address = link?.secret ? new URL(pathOf(id, link.secret), location.origin).href : null;
  return (
    <Modal onClose={onClose}>
      <Dialog.Title>{t(title)}</Dialog.Title>
      <p>{t(text)}</p>
      {link !== undefined && address === null && (
        <Button look="primary" onClick={() => void renew()}>
          {t('calendar_link.make')}
        </Button>
      )}
      {address !== null && (
        <>
          <CopyLine label={t('calendar_link.link')} text={address} action={t('calendar_link.copy')} />
          {link?.$pending ? (
            <p role="status">{t('calendar_link.waits')}</p>
          ) : (
            <a className={buttonClass('primary')} href={address.replace(/^https?:/, 'webcal:')}>
              {t('calendar_link.subscribe')}
            </a>
          )}
          <Button onClick={() => setAsking('renew')}>{t('calendar_link.renew')}</Button>
          <Button look="quietDanger" onClick={() => setAsking('end')}>
            {t('calendar_link.end')}
          </Button>
        </>
      )}
      <Button onClick={onClose}>{t('app.close')}</Button>
      {asking && (
        <Confirm
          title={t(`calendar_link.${asking}_title`)}
          text={t(`calendar_link.${asking}_text`)}
          action={t(`calendar_link.${asking}`)}
          onConfirm={() => void (asking === 'renew' ? renew() : end())}
          onCancel={() => setAsking(null)}
        />
      )}
    </Modal>
  );
}

/** Returns 128 random bits in base64url, the format of `calendarLinks`. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
