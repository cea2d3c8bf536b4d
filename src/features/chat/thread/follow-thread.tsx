import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import BellRing from 'lucide-react/icons/bell-ring';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FollowState } from '#contract/resources/thread-follows.ts';
import { ownPostRowId } from '#contract/rules/own-rows.ts';
import { command } from '#sync/outbox/command.ts';
import { useLive, useSync } from '#sync/react/hooks.tsx';
import { type Action, AnchoredMenu } from '#ui/actions/action-menu.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { IconButton } from '#ui/theme/button.tsx';
import type { StoredPost } from '../read-chat.ts';
import type { Follows } from '../use-chat.ts';

type Thread = Pick<StoredPost, 'id' | 'eventId'>;

/** Returns a function that stores the person's choice for a thread; the toast offers the one before. */
function useFollow(): (thread: Thread, state: FollowState, before: FollowState) => Promise<void> {
  const { t } = useTranslation();
  const client = useSync();
  const follow = async ({ id, eventId }: Thread, state: FollowState): Promise<void> => {
    const engine = await client.engine();
    await engine.executeAll([command('threadFollows', 'follow', { state }, { id: ownPostRowId(id, client.userId), eventId })], null);
  };
  const failed = (): void => toast(t('thread_follow.error'), 'error');
  return async (thread, state, before) => {
    try {
      await follow(thread, state);
      toast(t(`thread_follow.is_${state}`), 'info', {
        label: t('undo.action'),
        run: () => void follow(thread, before).catch(failed),
      });
    } catch {
      failed();
    }
  };
}

const labels = {
  followed: { begin: 'thread_follow.followed', end: 'thread_follow.not_followed' },
  muted: { begin: 'thread_follow.muted', end: 'thread_follow.not_muted' },
} as const;

/** Returns the actions to follow or mute a thread. */
export function useFollowActions(thread: Thread, follows: Follows): Action[] {
  const { t } = useTranslation();
  const state = follows.get(thread.id) ?? 'usual';
  const follow = useFollow();
  const choose = (next: Exclude<FollowState, 'usual'>): Pick<Action, 'label' | 'onChoose'> => ({
    label: t(state === next ? labels[next].end : labels[next].begin),
    onChoose: () => void follow(thread, state === next ? 'usual' : next, state),
  });
  return [
    { ...choose('followed'), icon: state === 'followed' ? <Bell aria-hidden="true" /> : <BellRing aria-hidden="true" /> },
    { ...choose('muted'), icon: state === 'muted' ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" /> },
  ];
}

const icons = { followed: BellRing, muted: BellOff, usual: Bell } as const;

/** The button in the head of a thread, with the menu to follow or mute it. */
export function FollowMenu({ thread, follows }: { thread: Thread; follows: Follows }): ReactNode {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const actions = useFollowActions(thread, follows);
  const isWaiting = useLive(
    async (db) => ((await db.mirror('threadFollows').get(ownPostRowId(thread.id, db.userId)))?.$pending?.length ?? 0) > 0,
    [thread.id],
  );
  const shown = follows.get(thread.id) ?? 'usual';
  const Icon = icons[shown];
  const label = t(`thread_follow.menu_${shown}`);
  return (
    <>
      {isWaiting && <WaitingMark />}
      <IconButton ref={button} label={label} aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(true)}>
        <Icon aria-hidden="true" />
      </IconButton>
      <AnchoredMenu actions={actions} label={label} button={button} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
