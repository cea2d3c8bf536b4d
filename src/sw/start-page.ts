import { keptStartPage } from '../sync/device/start-page.ts';

/** The start page that was kept, with what is over by `now` (ms since the epoch) marked; undefined where there is none. */
export async function startPageAt(now: number, read = keptStartPage.read): Promise<Response | undefined> {
  const kept = await read().catch(() => undefined);
  if (!kept) return undefined;
  const page = (await kept.text()).replaceAll(/ data-until="(\d+)"/g, (whole, until: string) =>
    Number(until) <= now ? ' data-past' : whole,
  );
  return new Response(page, { headers: kept.headers });
}
