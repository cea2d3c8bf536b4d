import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { headerPictureOf } from '#contract/pictures.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useMe, useSync } from '#sync/react/hooks.tsx';
import { switchEvent } from '#sync/session/joining.ts';
import badges from '#ui/theme/badge.module.css';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { HeaderPicture } from '#ui/pictures/header/header-picture.tsx';
import { EventDays } from '#ui/time/event-days.tsx';
import { callProblem } from '#feature-kit/call-problem.ts';
import { DeleteEventDialog } from './delete-event-dialog.tsx';
import { EditEventForm } from './edit-event-form.tsx';
import { changeEvent } from './event-calls.ts';
import styles from './event-list.module.css';

interface EventCardProps {
  event: EventRow;
  onChanged: () => void;
}

export function EventCard({ event, onChanged }: EventCardProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [, navigate] = useLocation();
  const formats = useFormats(event);
  const isHere = useMe()?.activeEventId === event.id;
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const [busy, setBusy] = useState(false);
  const editing = useRef<HTMLButtonElement>(null);
  const named = (action: string): string => `${action}: ${event.title}`;

  const go = async (): Promise<void> => {
    setBusy(true);
    const result = await switchEvent(client, event.id);
    setBusy(false);
    if (result.kind === 'switched') {
      toast(t(result.loaded ? 'switch_overlay.joined' : 'switch_overlay.joined_later', { title: event.title }));
      navigate('/home');
    } else toast(t(result.kind === 'no-network' ? 'admin_events.no_network' : 'switchCard.switch_error'), 'error');
  };
  const show = async (): Promise<void> => {
    setBusy(true);
    const result = await changeEvent(client, event, { visible: !event.visible });
    setBusy(false);
    if (result.kind === 'saved') toast(t(event.visible ? 'admin_events.now_hidden' : 'admin_events.now_visible', { title: event.title }));
    else if (result.kind === 'conflict') toast(t('admin_events.changed_meanwhile'), 'error');
    else toast(callProblem(t, result.outcome, t('admin_events.save_failed'), t('admin_events.no_network')), 'error');
    if (result.kind !== 'failed') onChanged();
  };
  const endEditing = (saved?: EventRow): void => {
    setOpen(null);
    if (saved) onChanged();
    // The form that had the focus disappears.
    requestAnimationFrame(() => editing.current?.focus());
  };
  return (
    <article className={styles.card} aria-label={event.title} aria-busy={busy}>
      <HeaderPicture key={headerPictureOf(event)} src={headerPictureOf(event)} className={styles.picture} />
      <div className={styles.head}>
        <h2 className={styles.title}>{event.title}</h2>
        {isHere && <span className={badges.now}>{t('switchCard.here')}</span>}
        {!event.visible && <span className={badges.badge}>{t('admin_events.hidden')}</span>}
        {event.codeRequired && <span className={badges.badge}>{t('event_form.code_required')}</span>}
      </div>
      <p className={styles.dim}>
        <EventDays event={event} formats={formats} /> · {event.timeZone}
      </p>
      {open === 'edit' ? (
        <EditEventForm event={event} onEnd={endEditing} />
      ) : (
        <div className={styles.actions}>
          <Button look="primary" aria-label={named(t('admin_events.open'))} aria-disabled={busy} onClick={() => !busy && void go()}>
            {t('admin_events.open')}
          </Button>
          <Button ref={editing} aria-label={named(t('admin_events.edit'))} onClick={() => setOpen('edit')}>
            {t('admin_events.edit')}
          </Button>
          <Button
            aria-label={named(t(event.visible ? 'admin_events.hide' : 'admin_events.show'))}
            aria-disabled={busy}
            onClick={() => !busy && void show()}
          >
            {t(event.visible ? 'admin_events.hide' : 'admin_events.show')}
          </Button>
          <Button look="quietDanger" aria-label={named(t('admin_events.delete'))} onClick={() => setOpen('delete')}>
            {t('admin_events.delete')}
          </Button>
        </div>
      )}
      {open === 'delete' && (
        <DeleteEventDialog
          event={event}
          onClose={() => setOpen(null)}
          onDeleted={() => {
            setOpen(null);
            onChanged();
          }}
        />
      )}
    </article>
  );
}
