import { keptStartPage } from '../sync/device/start-page.ts';

/**
 * The start page that was kept, with what is over by `now` (ms since the epoch) marked; undefined where there is none. One whose script `isHere`
 * does not find is of another version and could never start: it is forgotten.
 */
export async function startPageAt(
  now: number,
  isHere: (script: string) => Promise<boolean>,
  { read, forget }: Pick<typeof keptStartPage, 'read' | 'forget'> = keptStartPage,
): Promise<Response | undefined> {
  const kept = await read().catch(() => undefined);
  if (!kept) return undefined;
  const text = await kept.text();
  const script = /<html[^>]* data-app="([^"]+)"/.exec(text)?.[1];
  if (script === undefined || !(await isHere(script))) {
    await forget();
    return undefined;
  }
  const page = text.replaceAll(/ data-until="(\d+)"/g, (whole, until: string) => (Number(until) <= now ? ' data-past' : whole));
  return new Response(page, { headers: kept.headers });
}
