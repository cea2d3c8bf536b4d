import { type RefObject, useEffect, useRef, useState } from 'react';
import { focusHeading } from '#ui/layout/focus-heading.ts';

interface ThreadFocus {
  /** The heading of the pane. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** The thread whose form takes the focus. */
  readonly replyTo: string | undefined;
  /** Moves the focus to the form of a thread, which may be open already. */
  readonly reply: (thread: string) => void;
}

/** Moves the focus to a thread that opens in the pane next to the list, and back when it closes. */
export function useThreadFocus(thread: string | undefined): ThreadFocus {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(thread);
  const [replyTo, setReplyTo] = useState<string>();
  useEffect(() => {
    if (before.current === thread) return;
    before.current = thread;
    if (thread === undefined) {
      if (document.activeElement === document.body) focusHeading();
    } else if (thread !== replyTo) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [thread, replyTo]);
  return {
    heading,
    replyTo,
    reply: (id) => {
      setReplyTo(id);
      if (id === thread) heading.current?.closest('section')?.querySelector('textarea')?.focus();
    },
  };
}
