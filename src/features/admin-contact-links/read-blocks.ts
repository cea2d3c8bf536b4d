import type { Reading } from '#ui/forms/reading.ts';
import { type BlockFields, isUntouched, readBlock } from './block-values.ts';
import type { ShownBlock } from './blocks-draft.ts';

export const prefixOf = (id: string): string => `${id}-`;

type Problem = 'title' | 'url' | 'links' | 'undecided' | 'loading';

interface ReadBlocks {
  /** The readable fields of each changed block, by its id. */
  readonly fields: ReadonlyMap<string, BlockFields>;
  /** The fields of all changed blocks, or the problems. */
  readonly reading: Reading<ReadonlyMap<string, BlockFields>, string, Problem>;
}

/** Reads the form of all blocks; untouched new blocks are left out. */
export function readBlocks(shown: readonly ShownBlock[], linkName: string): ReadBlocks {
  const fields = new Map<string, BlockFields>();
  const wrong: Record<string, Problem> = {};
  for (const { id, base, values, state, dirty } of shown) {
    if (base === null && isUntouched(values, linkName)) continue;
    if (state === 'awaited') wrong['form'] = 'loading';
    else if (state !== 'plain') wrong[`${prefixOf(id)}decide`] = 'undecided';
    if (state !== 'plain' || !dirty) continue;
    const read = readBlock(values, prefixOf(id));
    if (read.kind === 'args') fields.set(id, read.args);
    else Object.assign(wrong, read.wrong);
  }
  return { fields, reading: Object.keys(wrong).length > 0 ? { kind: 'wrong', wrong } : { kind: 'args', args: fields } };
}
