import { type ReactNode, useState } from 'react';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { errorCodeOf, type Outcome } from '#sync/wire/transport.ts';

const ProofDialog = lazyComponent(async () => (await import('./proof-dialog.tsx')).ProofDialog, 'over');

interface Proving {
  /** Makes a sensitive call, and repeats it after the person has proved their password if the server requires that. */
  prove(call: () => Promise<Outcome>): Promise<Outcome>;
  /** The password dialog, rendered by the screen that makes the call. */
  readonly proof: ReactNode;
}

/** Sensitive calls of admins (`contract/endpoints/sensitive-calls.ts`), for which the server may ask for the password. */
export function useProof(): Proving {
  const [pending, setPending] = useState<{ answer: (proved: boolean) => void } | null>(null);
  const ask = (): Promise<boolean> => new Promise((resolve) => setPending({ answer: resolve }));
  const answer = (proved: boolean): void => {
    pending?.answer(proved);
    setPending(null);
  };
  return {
    async prove(call) {
      const outcome = await call();
      if (outcome.kind !== 'answer' || errorCodeOf(outcome) !== 'proof_required') return outcome;
      return (await ask()) ? call() : outcome;
    },
    proof: pending && <ProofDialog onProved={() => answer(true)} onCancel={() => answer(false)} />,
  };
}
