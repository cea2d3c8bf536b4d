import { useTranslation } from 'react-i18next';
import type { Announcement } from '#contract/resources/announcements.ts';
import { toastDelivery } from '#commands/use-deliver.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { endToast, toast, type ToastAction } from '#ui/overlays/toasts.ts';
import { switchCommand } from './save-announcement.ts';

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
