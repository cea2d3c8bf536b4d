import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { audit, type Findings } from './harness/audit.ts';
import type { CampOnDisk } from './harness/camp-on-disk.ts';
import { StubbornClient } from './harness/stubborn-client.ts';

/** Keeps the database from accepting writes until it is lifted. */
export interface Obstruction {
  begin(): void | Promise<void>;
  lift(): void | Promise<void>;
}

export interface ObstructionReport {
  /** The refusal of a single write during the obstruction. */
  readonly refusal: { readonly status: number; readonly error: string };
  /** Statuses of reads during the obstruction, and the time (ms) of the slowest. */
  readonly reads: readonly number[];
  readonly slowestRead: number;
  /** Statuses other than success and 409 that batches met. */
  readonly batchRefusals: readonly number[];
  readonly findings: Findings;
}

/**
 * Lets a client write, obstructs the database, tries reads and writes, lifts the obstruction, and lets the client finish on the same server
 * process.
 */
export async function writeThrough(camp: CampOnDisk, origin: string, { begin, lift }: Obstruction): Promise<ObstructionReport> {
  const client = new StubbornClient('torture', () => origin, camp.tokens.author);
  const headers = { authorization: `Bearer ${camp.tokens.participant}` };
  client.start();
  while (client.acknowledged === 0) await pause(5);
  await begin();
  while (client.refusals.size === 0) await pause(5);

  const write = await fetch(`${origin}/api/post`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    // Large, so that it does not fit into the remaining space.
    body: JSON.stringify({ content: 'x'.repeat(5_000) }),
  });
  const { error } = (await write.json()) as { error: string };
  const reads: number[] = [];
  let slowestRead = 0;
  for (const path of ['/api/sync', '/api/post', '/api/users/me', '/readyz', '/healthz']) {
    const begun = performance.now();
    const answer = await fetch(origin + path, { headers });
    await answer.arrayBuffer();
    reads.push(answer.status);
    slowestRead = Math.max(slowestRead, performance.now() - begun);
  }

  await lift();
  await client.finish();
  const findings = audit(camp, [client.ledger()]);
  return { refusal: { status: write.status, error }, reads, slowestRead, batchRefusals: [...client.refusals.keys()], findings };
}
