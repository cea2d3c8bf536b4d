import { useTranslation } from 'react-i18next';
import { ownPostRowId, type ReactionEmoji } from '#contract/rules/own-rows.ts';
import { command } from '#sync/outbox/command.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import type { StoredPost } from '../read-chat.ts';

export const reactionNames = {
  '👍': 'reactions.names.thumbs_up',
  '❤️': 'reactions.names.heart',
  '😂': 'reactions.names.laughing',
  '🎉': 'reactions.names.party',
  '😮': 'reactions.names.surprised',
  '🙏': 'reactions.names.thanks',
} as const satisfies Record<ReactionEmoji, string>;

/** Returns a function that sets the person's reaction to a post; null takes it back. */
export function useReact({ id, eventId }: StoredPost): (emoji: ReactionEmoji | null) => Promise<void> {
  const { t } = useTranslation();
  const client = useSync();
  return async (emoji) => {
    const target = { id: ownPostRowId(id, client.userId), eventId };
    try {
      const engine = await client.engine();
      await engine.executeAll(
        [emoji === null ? command('reactions', 'takeBack', {}, target) : command('reactions', 'react', { emoji }, target)],
        null,
      );
    } catch {
      toast(t('reactions.error'), 'error');
    }
  };
}
