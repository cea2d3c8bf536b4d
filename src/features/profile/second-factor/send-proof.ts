import type { Endpoint } from '#contract/endpoints/core.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { errorCodeOf } from '#sync/wire/transport.ts';
import type { Sent } from '#ui/forms/use-form.ts';
import { callProblem, hashTimeout } from '#feature-kit/call-problem.ts';

const fields: Partial<Record<ErrorCode, 'password' | 'code'>> = { wrong_password: 'password', wrong_second_factor: 'code' };

/** Sends a call about the second factor; `onDone` receives its answer. */
export async function sendProof<Body, Answer>(
  client: SyncClient,
  call: Endpoint<Body, unknown, Answer>,
  body: Body,
  onDone: (answer: Answer) => void,
): Sent<'password' | 'code'> {
  const outcome = await client.call({ method: 'POST', path: call.path, body, timeout: hashTimeout });
  const answer = call.answer.safeParse(outcome.kind === 'answer' && outcome.status === 200 ? outcome.body : null);
  if (answer.success) {
    onDone(answer.data);
    // Pulls the changed row of the person.
    void client.engine().then((engine) => engine.pull());
    return undefined;
  }
  const wrong = outcome.kind === 'answer' && fields[errorCodeOf(outcome)];
  return (words) => ({ [wrong || 'form']: callProblem(words, outcome, words('sync.server_failed_now')) });
}
