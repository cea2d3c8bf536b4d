import { useLayoutEffect, useRef, useState } from 'react';
import type { StoredPost } from '../read-chat.ts';
import { type Drafts, useIsGone } from '../use-chat.ts';
import { replyDraftId } from './reply-drafts.ts';

/** The post that the composer answers. Its draft keeps its id when the text is cleared. */
interface Answered {
  readonly post: StoredPost;
  readonly draftId: string;
}

interface Replying {
  /** Null while the composer writes a new post. */
  readonly answered: Answered | null;
  /** Starts a reply; `button` gets the focus back. */
  readonly answer: (post: StoredPost, button: HTMLElement) => void;
  readonly stop: () => void;
}

/** The reply in the one composer of the list. It ends when its post is deleted; its text is then a lost reply. */
export function useReplying(drafts: Drafts | undefined): Replying {
  const [answered, setAnswered] = useState<Answered | null>(null);
  const button = useRef<HTMLElement | null>(null);
  const isGone = useIsGone(answered?.post);
  if (answered && isGone) setAnswered(null);
  useLayoutEffect(() => {
    if (answered !== null) return;
    // The person may be typing elsewhere by now.
    if (document.activeElement === document.body) button.current?.focus();
    button.current = null;
  }, [answered]);
  return {
    answered: isGone ? null : answered,
    answer: (post, from) => {
      button.current = from;
      setAnswered({ post, draftId: replyDraftId(post, drafts) });
    },
    stop: () => setAnswered(null),
  };
}
