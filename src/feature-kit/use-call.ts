import { type ReactNode, useState } from 'react';
import type { Endpoint } from '../../contract/endpoints/core.ts';
import { useSync } from '../sync/react/hooks.tsx';
import type { Outcome } from '../sync/wire/transport.ts';
import { useProof } from './use-proof.tsx';

interface Calling {
  readonly busy: boolean;
  /** What was in the way of the last one. */
  readonly refused: Outcome | null;
  /** Asks for the password; stands in every screen that makes a grave call. */
  readonly proof: ReactNode;
  /** Gives what the server answered, or null where it did not do it; nothing is sent while another one is under way. */
  send<Answer>(
    call: Pick<Endpoint<unknown, unknown, Answer>, 'method' | 'path' | 'answer'>,
    params: Readonly<Record<string, number | string>>,
    body?: object,
    timeout?: number,
  ): Promise<Answer | null>;
}

/** Calls that need the network, one at a time: made now or not at all. */
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
