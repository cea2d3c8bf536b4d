import { keptStartPage } from '#sync/device/start-page.ts';

/**
 * Returns the stored start page with past entries marked by `now` (ms since the epoch), or undefined. Deletes a page of another version,
 * whose script `isHere` does not find: it could never start.
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
