import type { BaseRow } from '#contract/resource.ts';
import { resourceNamed } from '#contract/resources.ts';
import type { RowChange } from '../feed/change-log.ts';

/** Returns the picture links that a change removed from its row, or deleted with it. */
export function removedPictureLinks({ resource, rowBefore, rowAfter }: RowChange): string[] {
  const { pictures, keepsPicture } = resourceNamed(resource);
  const field = pictures?.field ?? keepsPicture;
  if (field === undefined) return [];
  const linkIn = (row: BaseRow | null) => (row as Record<string, unknown> | null)?.[field];
  const before = linkIn(rowBefore);
  return typeof before === 'string' && before !== linkIn(rowAfter) ? [before] : [];
}
