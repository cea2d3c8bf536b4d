import { useEffect, useState } from 'react';
import { type ShrunkPicture, shrinkPicture } from '#ui/pictures/shrink-picture.ts';

interface Turn {
  readonly slot: number;
  readonly run: () => Promise<void>;
}

const waiting: Turn[] = [];
let running = false;

/** Runs one after another, because a decoded picture takes many times the memory of its file; the first slot comes first. */
async function runInTurn(turn: Turn): Promise<void> {
  waiting.push(turn);
  if (running) return;
  running = true;
  // The effects of one render enter all of their turns before the first one runs.
  await Promise.resolve();
  for (let next = nextTurn(); next; next = nextTurn()) await next.run();
  running = false;
}

function nextTurn(): Turn | undefined {
  waiting.sort((one, other) => one.slot - other.slot);
  return waiting.shift();
}

/** Shrinks the file of a slot in its turn, and returns whether it still has to be prepared. */
export function usePrepared(
  { slot, file }: { slot: number; file: File | undefined },
  onPicture: (picture: ShrunkPicture) => void,
  onFailure: () => void,
): boolean {
  const [done, setDone] = useState<File>();
  useEffect(() => {
    if (!file) return undefined;
    let open = true;
    const run = async (): Promise<void> => {
      const picture = open ? await shrinkPicture(file).catch(() => null) : null;
      if (!open) return;
      if (picture) onPicture(picture);
      else onFailure();
      setDone(file);
    };
    void runInTurn({ slot, run });
    return () => {
      open = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once for each file; the slot of a photo never changes
  }, [file]);
  return file !== undefined && done !== file;
}
