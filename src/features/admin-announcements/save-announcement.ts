import { useTranslation } from 'react-i18next';
import { toastDelivery } from '#commands/use-deliver.ts';
import { type Announcement, announcements } from '#contract/resources/announcements.ts';
import { type Command, command } from '#sync/outbox/outbox.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { endToast, toast, type ToastAction } from '#ui/overlays/toasts.ts';
import type { AnnouncementValues } from './announcement-fields.tsx';

/** Returns the commands that create an announcement under `id`, and publish it unless it stays a draft. */
export function createCommands(id: string, eventId: number, { title, content }: AnnouncementValues, published: boolean): Command[] {
  const created = command(announcements, 'create', { title, content }, { id, eventId });
  return published ? [created, switchCommand({ id, eventId }, true)] : [created];
}

export function switchCommand({ id, eventId }: Pick<Announcement, 'id' | 'eventId'>, published: boolean): Command {
  return command(announcements, published ? 'activate' : 'deactivate', {}, { id, eventId });
}

export function changeCommands({ id, eventId }: Announcement, changes: Partial<AnnouncementValues>): Command[] {
  return Object.keys(changes).length > 0 ? [command(announcements, 'edit', changes, { id, eventId })] : [];
}

type Target = Pick<Announcement, 'id' | 'eventId'>;

interface Publish {
  /** Publishes or takes down at once, with Undo. Returns false if the device could not store it. */
  readonly turn: (target: Target, on: boolean) => Promise<boolean>;
  /** The Undo of a change of the state to `on`. */
  readonly undo: (target: Target, on: boolean) => ToastAction;
}

export function usePublish(): Publish {
  const { t } = useTranslation();
  const client = useSync();
  const turn = async (target: Target, on: boolean): Promise<boolean> => {
    // Ends a toast about the previous state.
    endToast();
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver([switchCommand(target, on)], null);
      void delivery.then((result) =>
        toastDelivery(t, result, t(on ? 'admin_announcements.published' : 'admin_announcements.withdrawn'), undo(target, on)),
      );
      return true;
    } catch {
      toast(t('announcements.update_failed'), 'error');
      return false;
    }
  };
  const undo = (target: Target, on: boolean): ToastAction => ({
    label: t('admin_announcements.undo'),
    run: () => void turn(target, !on),
  });
  return { turn, undo };
}
