import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { headerPictureOf } from '#contract/pictures.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useMe, useSync } from '#sync/react/hooks.tsx';
import { switchEvent } from '#sync/session/joining.ts';
import { ActionMenu } from '#ui/actions/action-menu.tsx';
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

/** A row of an event: its button opens the event, and the menu has everything else. */
export function EventCard({ event, onChanged }: EventCardProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [, navigate] = useLocation();
  const formats = useFormats(event);
  const isHere = useMe()?.activeEventId === event.id;
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const [busy, setBusy] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);

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
    requestAnimationFrame(() => menu.current?.focus());
  };
  return (
    <article className={styles.event} aria-label={event.title} aria-busy={busy}>
      <HeaderPicture key={headerPictureOf(event)} src={headerPictureOf(event)} className={styles.picture} />
      <div className={styles.what}>
        <div className={styles.head}>
          <h2 className={styles.title}>{event.title}</h2>
          {isHere && <span className={badges.now}>{t('switchCard.here')}</span>}
          {!event.visible && <span className={badges.badge}>{t('admin_events.hidden')}</span>}
          {event.codeRequired && <span className={badges.badge}>{t('event_form.code_required')}</span>}
        </div>
        <p className={styles.days}>
          <EventDays event={event} formats={formats} /> · {event.timeZone}
        </p>
      </div>
      {open !== 'edit' && (
        <div className={styles.tools}>
          <Button aria-label={`${t('admin_events.open')}: ${event.title}`} aria-disabled={busy} onClick={() => !busy && void go()}>
            {t('admin_events.open')}
          </Button>
          <ActionMenu
            ofRow
            label={t('admin_events.actions', { title: event.title })}
            button={menu}
            actions={[
              { label: t('admin_events.edit'), icon: <Pencil aria-hidden="true" />, onChoose: () => setOpen('edit') },
              {
                label: t(event.visible ? 'admin_events.hide' : 'admin_events.show'),
                icon: event.visible ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />,
                disabled: busy,
                onChoose: () => void show(),
              },
              { label: t('admin_events.delete'), icon: <Trash2 aria-hidden="true" />, onChoose: () => setOpen('delete') },
            ]}
          />
        </div>
      )}
      {open === 'edit' && <EditEventForm event={event} onEnd={endEditing} />}
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
