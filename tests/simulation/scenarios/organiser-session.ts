import { Refusal } from '#contract/errors.ts';
import type { RowId } from '#contract/resource.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { openDraft } from '#sync/engine/drafts.ts';
import { login } from '#sync/session/sign-in.ts';
import { StorageError } from '#sync/device/storage.ts';
import type { Device, Tab } from '../world/device.ts';
import { calm } from '../world/network.ts';
import { chatters, eventId, passwordOf } from '../world/people.ts';
import { whenIdle } from '../world/idle.ts';
import { clientOf } from '../world/visits.ts';
import type { World } from '../world/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';

const [, ben, orga] = chatters;
/** In ms: long enough for requests in progress, and too short for the next poll. */
const moment = 3_000;
const at = (hour: number): string => new Date(Date.UTC(2026, 6, 2, hour)).toISOString();
const event = { eventId };

/** The results of the taps of one session. */
export interface Played {
  readonly tab: Tab;
  /** The words of taps that the app reported as saved, and of those it rejected. */
  readonly saved: Set<string>;
  readonly thrown: Set<string>;
  /** Changes into which a later one was merged before they were sent: they are never executed by themselves. */
  readonly joined: Set<string>;
  /** True if the person was informed of a storage problem. */
  informed: boolean;
}

/**
 * Plays a full session of an event admin: first load, writes without network, a lost answer, changes of others, a merge, a logout and a
 * return.
 */
export async function playSession(world: World, device: Device): Promise<Played> {
  const tab = device.openTab();
  const played: Played = { tab, saved: new Set(), thrown: new Set(), joined: new Set(), informed: false };
  const watch = watchFor(played);
  const tap = (words: string, write: (client: SyncClient) => Promise<RowId>) => tapped(played, words, write);
  void tab.start();
  await during(world, signIn(played));
  await world.run(moment);

  setOnline(device, false);
  const hike = await tap('Who comes hiking?', async (client) =>
    (await client.engine()).execute('posts', 'create', { content: 'Who comes hiking?' }, event),
  );
  if (hike) {
    await tap('I do', async (client) =>
      (await client.engine()).execute('posts', 'create', { content: 'I do', replyToId: String(hike) }, event),
    );
  }
  const row = { title: 'Choir', startDate: at(10), endDate: at(11), locationName: 'Barn' };
  const choir = await tap('Choir', async (client) => (await client.engine()).execute('schedule', 'create', row, event));
  if (choir)
    await tap('Tent', async (client) =>
      (await client.engine()).execute('schedule', 'edit', { locationName: 'Tent' }, { id: choir, ...event }),
    );
  await tap('Fire', async (client) =>
    (await client.engine()).execute('announcements', 'create', { title: 'Fire', content: 'Only at the pit.' }, event),
  );
  await openDraftOf(played, 'half a thought');

  setOnline(device, true);
  device.network.weather = { ...calm, arrives: 0, 'lost-answer': 1 };
  await answered(device);
  device.network.weather = calm;
  await world.run(moment);

  const strange = await callApi(world, ben.userId, 'POST', '/api/post', { content: 'off topic' });
  if (choir) await callApi(world, orga.userId, 'PUT', `/api/event/${eventId}/schedule/${String(choir)}`, { title: 'Great choir' });
  setOnline(device, false);
  const tent = await placeOf(played, 'Tent');
  if (choir)
    await tap('Lake', async (client) =>
      (await client.engine()).execute('schedule', 'edit', { locationName: 'Lake' }, { id: choir, ...event }),
    );
  if (tent !== null && tent === (await placeOf(played, 'Lake'))) played.joined.add('Tent');
  setOnline(device, true);
  await world.run(moment);
  if (strange)
    await tap(`-${strange}`, async (client) => (await client.engine()).execute('posts', 'remove', {}, { id: strange, ...event }));
  await world.run(moment);

  setOnline(device, false);
  await tap('Written before leaving', async (client) =>
    (await client.engine()).execute('posts', 'create', { content: 'Written before leaving' }, event),
  );
  await during(world, leave(played));
  setOnline(device, true);
  await during(world, signIn(played));
  await world.run(moment);
  watch();
  return played;
}

/** Retries the storage and signs in again, as a person does when the app reports a storage problem. */
export async function recover(world: World, played: Played): Promise<void> {
  const { session } = played.tab;
  if (session.state.get().status === 'storage-failed') await during(world, session.retryStorage(false));
  if (session.state.get().status !== 'signed-in') await during(world, signIn(played));
  const { clock } = world;
  const patience = clock.now() + 10 * 60_000;
  do await world.run(30_000);
  while (clock.now() < patience && !(await isIdle(played)));
}

/** Returns whether no command is pending and the engine reports no storage problem. */
async function isIdle({ tab }: Played): Promise<boolean> {
  const client = clientOf(tab);
  return client !== null && (await client.db.outbox.count()) === 0 && client.status.get().storageProblem === null;
}

async function signIn(played: Played): Promise<void> {
  await catchingReports(played, async () => {
    await played.tab.session.signIn(login(orga.email, passwordOf(orga)));
  });
}

async function leave(played: Played): Promise<void> {
  await catchingReports(played, async () => {
    await played.tab.session.logout('keep');
  });
}

async function tapped(played: Played, words: string, write: (client: SyncClient) => Promise<RowId>): Promise<RowId | null> {
  const client = clientOf(played.tab);
  if (!client) return null;
  try {
    const id = await write(client);
    await whenIdle();
    played.saved.add(words);
    return id;
  } catch (error) {
    // Rows that the mirror lacks cannot be changed.
    if (!(error instanceof StorageError) && !(error instanceof Refusal)) throw error;
    if (error instanceof StorageError) played.informed = true;
    played.thrown.add(words);
    return null;
  }
}

/** Returns the place in the outbox of the command with these words, or null. */
async function placeOf({ tab }: Played, words: string): Promise<number | null> {
  const waiting = (await clientOf(tab)?.db.outbox.toArray()) ?? [];
  return waiting.find(({ args }) => Object.values(args as object).includes(words))?.seq ?? null;
}

async function openDraftOf(played: Played, text: string): Promise<void> {
  const client = clientOf(played.tab);
  if (!client) return;
  const draft = openDraft(client, 'post:new');
  draft.write(text);
  await catchingReports(played, () => draft.flush());
}

/** Screens report a rejected promise. */
async function catchingReports(played: Played, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    played.informed = true;
  }
}

/** Records whether the engine's status or the session ever reported a storage problem. */
function watchFor(played: Played): () => void {
  const { state } = played.tab.session;
  let stop = (): void => {};
  const look = (): void => {
    stop();
    const now = state.get();
    if (now.status === 'storage-failed') played.informed = true;
    if (now.status !== 'signed-in') return;
    const { status } = now.client;
    stop = status.subscribe(() => {
      if (status.get().storageProblem !== null) played.informed = true;
    });
  };
  const leave = state.subscribe(look);
  return () => {
    stop();
    leave();
  };
}

async function during(world: World, work: Promise<unknown>): Promise<void> {
  let done = false;
  const end = work.finally(() => {
    done = true;
  });
  for (let turn = 0; turn < 300 && !done; turn += 1) {
    await whenIdle();
    const busy = world.devices.find(({ network }) => network.busy);
    if (!done && busy) await busy.network.step();
  }
  await end;
}

function setOnline(device: Device, online: boolean): void {
  if (!online) device.network.cut();
  device.network.online = online;
  for (const tab of device.livingTabs) {
    if (online) void clientOf(tab)?.networkMayBeBack();
    else clientOf(tab)?.networkLost();
  }
}

/** Lets the requests in progress meet the weather. */
async function answered({ network }: Device): Promise<void> {
  do {
    await network.step();
    await whenIdle();
  } while (network.busy);
}

/** Calls the server as another person; returns the row's id, or null if it was refused. */
async function callApi({ server }: World, userId: number, method: string, path: string, body: unknown): Promise<string | null> {
  const headers = { authorization: `Bearer ${await server.tokenOf(userId)}`, 'content-type': 'application/json' };
  const answer = await server.handle({ method, path, headers, body: JSON.stringify(body) });
  return answer && answer.status < 300 ? (JSON.parse(answer.body) as { id: string }).id : null;
}

/** Deletes the session's rows on the server. */
export async function clearSession({ server }: World): Promise<void> {
  const db = sqlOf(server.store.reading);
  for (const table of ['posts', 'schedule_entries', 'announcements', 'receipts', 'push_jobs', 'sessions'] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.deleteFrom('change_log').where('resource', 'in', ['posts', 'schedule', 'announcements']).execute();
}
