import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventByCode } from '#contract/endpoints/joining.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { switchEvent } from '#sync/session/joining.ts';
import { toast } from '#ui/overlays/toasts.ts';
import { joinProblem } from './join-problem.ts';

interface Joining {
  readonly busy: boolean;
  readonly problem: string | null;
  join(event: EventByCode): Promise<void>;
}

/** Joins an event or switches to it; reports success by a toast and calls `onDone`. */
export function useJoin(onDone: () => void): Joining {
  const { t } = useTranslation();
  const client = useSync();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const join = async ({ eventId, code, title }: EventByCode): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const result = await switchEvent(client, eventId, code);
    setBusy(false);
    if (result.kind !== 'switched') return setProblem(joinProblem(t, result));
    toast(t(result.loaded ? 'switch_overlay.joined' : 'switch_overlay.joined_later', { title }));
    onDone();
  };
  return { busy, problem, join };
}
