import type { OutboxEntry } from '../db/records.ts';
import { mutationOf } from '../sync/mirror/readable.ts';

/** By how many characters (UTF-16 code units) `text` is longer than its command may say it in `args`; 0 where it is short enough. */
export function tooLongBy(entry: OutboxEntry, args: unknown, text: string): number {
  const parsed = mutationOf(entry)?.args.safeParse(args);
  for (const issue of parsed?.error?.issues ?? []) {
    const [field, ...inner] = issue.path;
    // Another argument may be too long as well; that is not what was typed here.
    if (issue.code !== 'too_big' || inner.length > 0 || (args as Record<PropertyKey, unknown>)[field ?? ''] !== text) continue;
    return text.length - Number(issue.maximum);
  }
  return 0;
}
