import { type ReactNode, useState } from 'react';
import type { Endpoint } from '#contract/endpoints/core.ts';
import { useSync } from '#sync/react/hooks.tsx';
import type { Outcome } from '#sync/wire/transport.ts';
import { useProof } from './use-proof.tsx';

interface Calling {
  readonly busy: boolean;
  readonly refused: Outcome | null;
  /** The password dialog; every screen with sensitive calls renders it. */
  readonly proof: ReactNode;
  /** Returns the server's answer, or null if the call failed; sends nothing while another call is running. */
  send<Answer>(
    call: Pick<Endpoint<unknown, unknown, Answer>, 'method' | 'path' | 'answer'>,
    params: Readonly<Record<string, number | string>>,
    body?: object,
    timeout?: number,
  ): Promise<Answer | null>;
}

/** Online calls, one at a time: made now or not at all. */
export function useCall(): Calling {
  const client = useSync();
  const { prove, proof } = useProof();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Outcome | null>(null);
  return {
    busy,
    refused,
    proof,
    async send({ method, path, answer }, params, body, timeout) {
      if (busy) return null;
      setBusy(true);
      setRefused(null);
      const filled = path.replaceAll(/:(\w+)/g, (_whole, name: string) => String(params[name]));
      const outcome = await prove(() => client.call({ method, path: filled, ...(body && { body }), ...(timeout && { timeout }) }));
      const parsed = answer.safeParse(outcome.kind === 'answer' && outcome.status === 200 ? outcome.body : undefined);
      setBusy(false);
      if (!parsed.success) setRefused(outcome);
      return parsed.success ? parsed.data : null;
    },
  };
}
