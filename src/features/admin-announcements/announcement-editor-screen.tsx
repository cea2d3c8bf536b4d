import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { BackLink } from '#feature-kit/back-link.tsx';
import type { EventRow } from '#contract/resources/events.ts';
import { Refused } from '#commands/refused.tsx';
import { useDeletedRow } from '#commands/use-deleted-row.ts';
import { useActiveEvent } from '#sync/react/hooks.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import type { fromBelow } from '#ui/overlays/over-page.ts';
import { toast } from '#ui/overlays/toasts.ts';
import { AnnouncementForm } from './announcement-form.tsx';
import { AnnouncementState } from './announcement-state.tsx';
import { listPath, newId, rememberEdited } from './paths.ts';
import { type AdminAnnouncements, draftIdOf, useAdminAnnouncements } from './use-admin-announcements.ts';

export function AnnouncementEditorScreen({ id }: { id: string }): ReactNode {
  const event = useActiveEvent();
  const found = useAdminAnnouncements(event?.id ?? 0);
  if (!event || found?.eventId !== event.id) return null;
  return <Editor key={`${event.id}:${id}`} event={event} all={found} id={id} />;
}

interface EditorProps {
  event: EventRow;
  all: AdminAnnouncements;
  id: string;
}

function Editor({ event, all, id }: EditorProps): ReactNode {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const found = all.rows.find(({ row }) => row.id === id);
  useLayoutEffect(() => () => rememberEdited(id), [id]);
  const leave = (): void => {
    if ((history.state as Partial<typeof fromBelow> | null)?.fromBelow) history.back();
    else navigate(listPath, { replace: true });
  };
  const isGone = id !== newId && found === undefined;
  const awaited = useDeletedRow(isGone ? draftIdOf(event.id, id) : null, () => {
    toast(t('admin_announcements.gone'), 'error');
    leave();
  });
  // A draft that is opened again must not move the focus into its text.
  const [fresh] = useState(id === newId && !all.drafts.has(id));
  if (awaited) return null;
  const title = isGone ? t('admin_announcements.gone') : t(id === newId ? 'admin_announcements.new' : 'admin_announcements.edit_title');
  return (
    <Screen
      title={title}
      lead={<BackLink href={listPath} label={t('announcements.title')} />}
      actions={found && <AnnouncementState event={event} {...found} />}
    >
      <AnnouncementForm event={event} found={found} draftId={draftIdOf(event.id, id)} focus={fresh} onClose={leave} />
      {all.problems.get(id)?.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
    </Screen>
  );
}
