import { setTimeout as wait } from 'node:timers/promises';
import { storedFiles, showsPictureOf, tapOfPicture } from '../actions/pictures.ts';
import type { ExecutedCommand } from './server-log.ts';
import type { SimulatedServer } from '../server/server.ts';
import type { World } from '../world/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';

/** Returns profiles and evidence without the picture of the last command that brought one, and files that nothing needs. */
export async function wrongOwnPictures({ server }: World): Promise<string[]> {
  const acts = server.recorder.log.filter((happening) => happening.kind === 'act');
  const db = sqlOf(server.store.reading);
  const people = await db.selectFrom('users').select(['id', 'image']).where('image', 'is not', null).execute();
  const evidence = await db.selectFrom('evidence').select(['id', 'url']).execute();
  return [
    ...(await wrongPictures(server, acts, new Map(people.map(({ id, image }) => [`me:${id}`, image as string])))),
    ...(await wrongPictures(server, acts, new Map(evidence.map(({ id, url }) => [`evidence:${id}`, url])))),
    ...(await wrongFiles(server, 'people', people.length * 2)),
    ...(await wrongFiles(server, 'evidence', evidence.length * 2)),
  ];
}

async function wrongPictures(
  server: SimulatedServer,
  acts: readonly ExecutedCommand[],
  links: ReadonlyMap<string, string>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [entity, link] of links) {
    const sent = acts.filter((act) => act.entity === entity).map(({ body }) => pictureIn(body));
    const tap = tapOfPicture(sent.findLast((picture) => picture !== undefined));
    if (tap === null || tapOfPicture(link) !== tap || !(await showsPictureOf(server, link, tap)))
      found.push(`${entity} shows ${link}, expected the picture of tap ${tap}`);
  }
  return found;
}

/** Returns the picture of a command, null if it removes one, undefined if it has none. */
export function pictureIn(body: unknown): unknown {
  const { image, url } = (body ?? {}) as { image?: unknown; url?: unknown };
  return image === undefined ? url : image;
}

async function wrongFiles(server: SimulatedServer, folder: 'people' | 'evidence', expected: number): Promise<string[]> {
  // Files are deleted right after the commit, unawaited. A process that dies at that moment leaves them to the sweep.
  const most = server.mayHaveStrayFiles ? 0 : 1_000;
  for (let tries = 0; tries < most && (await storedFiles(server, folder)).length > expected; tries += 1) await wait(20);
  const before = (await storedFiles(server, folder)).length;
  await server.sweep();
  const after = (await storedFiles(server, folder)).length;
  const isRight = after === expected && (before === expected || server.mayHaveStrayFiles);
  return isRight ? [] : [`${before} files in ${folder}, ${after} after the sweep, expected ${expected}`];
}
