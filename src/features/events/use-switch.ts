import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { switchEvent } from '#sync/session/joining.ts';
import type { Sent } from '#ui/forms/use-form.ts';
import { toast } from '#ui/overlays/toasts.ts';
import { listProblem } from './join-problem.ts';

export interface Switching {
  readonly to: number | null;
  readonly problem: { readonly eventId: number; readonly text: string } | null;
  /** The event that requires a code. */
  readonly asks: EventRow | null;
  go(event: EventRow): Promise<void>;
  goWithCode(event: EventRow, code: string): Sent<'code'>;
  stopAsking(): void;
}

/** Switches to another event, reports it by a toast, and opens the home screen. */
export function useSwitch(): Switching {
  const { t } = useTranslation();
  const client = useSync();
  const [, navigate] = useLocation();
  const [to, setTo] = useState<number | null>(null);
  const [problem, setProblem] = useState<Switching['problem']>(null);
  const [asks, setAsks] = useState<EventRow | null>(null);

  const attempt = async ({ id, title }: EventRow, code?: string) => {
    setTo(id);
    setProblem(null);
    const result = await switchEvent(client, id, code);
    setTo(null);
    if (result.kind !== 'switched') return result;
    setAsks(null);
    toast(t(result.loaded ? 'switch_overlay.joined' : 'switch_overlay.joined_later', { title }));
    navigate('/home');
    return null;
  };
  return {
    to,
    problem,
    asks,
    go: async (event) => {
      const failed = await attempt(event);
      if (failed?.kind === 'wrong-code') setAsks(event);
      else if (failed) setProblem({ eventId: event.id, text: listProblem(t, failed, t('switchCard.switch_error')) });
    },
    goWithCode: async (event, code) => {
      const failed = await attempt(event, code);
      if (!failed) return undefined;
      return (words) =>
        failed.kind === 'wrong-code'
          ? { code: words('switchCard.incorrect_code') }
          : { form: listProblem(words, failed, words('switchCard.switch_error')) };
    },
    stopAsking: () => setAsks(null),
  };
}
