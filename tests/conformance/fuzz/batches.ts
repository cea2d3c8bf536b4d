import fc from 'fast-check';
import { callTable } from '#server/http/commands/call-table.ts';
import { fitting, type Known, shapeOf } from './fitting.ts';
import { hostileTexts } from './hostile-values.ts';
import { spoilings, spoilt } from './spoilt.ts';

/** Few keys, so that some repeat. */
export const keys = Array.from({ length: 6 }, (_, index) => `0192c8a0-0000-7000-8000-00000000000${index}`);

/** Few enough calls to stay below the size limit of a body. */
const callsAtOnce = 20;

type Entry = (typeof callTable)[number];

/** A batch can contain ids that no address can. */
const inPath = (id: string) => (id.isWellFormed() ? encodeURIComponent(id) : id);
const pathTo = ({ mutation }: Entry, id: string) => mutation.path.replace(/:(id|event)/g, () => inPath(id).slice(0, 200));

/** Returns calls that fit or nearly do. */
export function batchCalls(known: Known): fc.Arbitrary<unknown> {
  const id = fc.constantFrom('1', '2', 'x', '', ...hostileTexts.slice(0, 8), ...known.ids);
  const calls = callTable.map((entry) => {
    const fits = fitting(entry.body, known);
    return fc.record({
      key: fc.oneof(fc.uuid(), fc.constantFrom(...keys)),
      lane: fc.constantFrom('a', 'b', '__proto__'),
      method: fc.constant(entry.mutation.method),
      path: id.map((named) => pathTo(entry, named)),
      body: fc.oneof(fits, fits.chain(spoilt)),
      madeIn: fc.constantFrom(undefined, 1, 2, 99),
    });
  });
  return fc.oneof(...calls);
}

/** Returns batches in which every field of a call, and of every call's body, is spoilt in every way. */
export function everySpoiltBatch(known: Known, seed: number): unknown[] {
  const spoiltBodies = callTable.flatMap((entry) => {
    const ways = spoilings(Object.keys(shapeOf(entry.body)));
    const ids = known.idsOf[entry.resource.name] ?? ['1'];
    return fc.sample(fitting(entry.body, known), { numRuns: ways.length, seed }).map((fit, index) => ({
      ...callOf(`${index}`),
      method: entry.mutation.method,
      path: pathTo(entry, ids[index % ids.length] as string),
      body: (ways[index] as (value: unknown) => unknown)(fit),
    }));
  });
  const packed = Array.from({ length: Math.ceil(spoiltBodies.length / callsAtOnce) }, (_, index) => ({
    calls: spoiltBodies.slice(index * callsAtOnce, (index + 1) * callsAtOnce),
  }));
  const ofCall = spoilings(['key', 'lane', 'method', 'path', 'ifMatch', 'madeIn', 'body']);
  return [...packed, ...ofCall.map((spoil, index) => ({ calls: [spoil(callOf(`${index}`)), callOf('beside')] }))];
}

const callOf = (lane: string) => ({
  key: crypto.randomUUID(),
  lane,
  method: 'POST',
  path: '/api/post',
  body: { content: 'Hallo', event: 1 },
});
