import { wrongAddresses, wrongRejections } from '../promises/address-promises.ts';
import { faults, isFault, playFault, weightsIn } from '../world/faults.ts';
import { devicesBehindByChance } from '../promises/freshness.ts';
import { dataOfErasedPeople } from '../promises/erasure-promises.ts';
import { staleOpenMirrors, staleMirrors } from '../promises/level.ts';
import { Operator } from '../server/operator.ts';
import type { Outcome } from './outcome.ts';
import { allOutboxes, stuckCommands } from '../promises/outboxes.ts';
import { ParticipantActions } from '../actions/participant-actions.ts';
import { ParticipantJournal } from '../promises/participant-journal.ts';
import { wrongOwnPictures } from '../promises/participant-pictures.ts';
import { participantViolations } from '../promises/participant-promises.ts';
import { chatters, seedStatistics } from '../world/people.ts';
import { strayBytes } from '../actions/pictures.ts';
import type { Hosting } from '../postgres/postgres-storage.ts';
import { whenIdle, watchTransactions } from '../world/idle.ts';
import { rejectedValuesInViews } from '../promises/refused-views.ts';
import { settleDown } from '../world/settle-down.ts';
import type { Tab } from '../world/device.ts';
import { clientOf, Visits } from '../world/visits.ts';
import { World } from '../world/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';

const steps = 100;
const stepsBetweenLooks = 4;

const actionWeights = { count: 46, profile: 36, countWithEvidence: 6, meetup: 10, feedback: 4, remove: 8, decide: 14 };

/** Possible next steps with their weights. */
const events = { ...actionWeights, ...faults, 'new-epoch': 1 };

const [anna, ben] = chatters;

interface Play {
  readonly world: World;
  readonly journal: ParticipantJournal;
  readonly actions: ParticipantActions;
  readonly visits: Visits;
  readonly operator: Operator;
}

/**
 * Plays a seed of people who count, meet, give feedback and change their profiles, often on two devices; one of them may erase the account.
 */
export async function playParticipants(seed: number, hosting?: Hosting): Promise<Outcome> {
  const watch = watchTransactions();
  const world = await World.create(seed, { hosting });
  const journal = new ParticipantJournal();
  const seen = new Set<string>();
  try {
    await seedStatistics(world.server.store, world.clock);
    const visits = new Visits(world, {
      onDiscard: (entries) => journal.discard(entries),
      addressesOf: (person) => journal.addressesOf(person),
    });
    const play: Play = {
      world,
      journal,
      visits,
      actions: new ParticipantActions(world, journal),
      operator: new Operator(world.server, world.clock),
    };
    // Two devices of one person, and one of another.
    for (const [index, device] of world.devices.entries()) await visits.open(device, index < 2 ? anna : ben);
    await world.run(1_000);
    world.storm();
    const leavingAt = world.random.chance(0.8) ? world.random.below(steps / 2) : Infinity;
    for (let step = 0; step < steps; step += 1) {
      if (step >= leavingAt && (step - leavingAt) % 5 === 0 && journal.erased.size === 0) await leaveForGood(play);
      await next(play);
      await noteErased(play);
      if (step % stepsBetweenLooks === 0) for (const each of await rejectedValuesInViews(world, journal)) seen.add(each);
    }
    // An erasure may arrive in the calm; settle again without that person.
    for (let before = -1; before !== world.erased.size;) {
      before = world.erased.size;
      await settleDown(world, visits, async () => (await staleOpenMirrors(world)).forEach((each) => seen.add(each)));
      await noteErased(play);
    }
    const late = await devicesBehindByChance(world);
    return { violations: [...seen, ...late, ...(await violations(play))], trace: world.trace };
  } finally {
    await world.close();
    watch.undo();
  }
}

async function next(play: Play): Promise<void> {
  const { world, actions, visits, operator } = play;
  const { random } = world;
  const device = random.pick(world.devices);
  const tab = device.livingTabs.length > 0 ? random.pick(device.livingTabs) : null;
  const event = random.weighted(weightsIn(world, events));
  if (event === 'logout' && actions.isLeaving(device)) return;
  if (isFault(event)) await playFault(event, { world, visits, device, tab, tap: (struck) => tapAnything(play, struck) });
  else if (event === 'new-epoch') await operator.changeEpoch(`epoch-${random.below(1_000_000)}`);
  else if (tab) await actions[event](tab);
  await whenIdle();
}

function tapAnything({ world, actions }: Play, tab: Tab): void {
  void actions[world.random.pick(['count', 'profile', 'countWithEvidence', 'meetup'] as const)](tab);
}

/** Erases the account of Anna or Ben, if one of them has the app open. */
async function leaveForGood({ world, actions }: Play): Promise<void> {
  const tabs = world.devices.flatMap(({ livingTabs }) => livingTabs).filter((tab) => isOneOf(tab, [anna.userId, ben.userId]));
  if (tabs.length === 0) return;
  actions.leave(world.random.pick(tabs));
  await whenIdle();
}

function isOneOf(tab: Tab, userIds: readonly number[]): boolean {
  const client = clientOf(tab);
  return client !== null && userIds.includes(client.userId);
}

/** Records erased accounts from the server: their devices may not have received the answer. */
async function noteErased({ world, journal }: Play): Promise<void> {
  const erased = await sqlOf(world.server.store.reading).selectFrom('erasures').select(['user_id', 'keeps_shared']).execute();
  for (const { user_id: userId, keeps_shared: keepsShared } of erased) {
    if (!journal.erased.has(userId)) world.note(`${userId} is erased`);
    journal.erased.set(userId, { keepsShared: keepsShared === 1 });
    world.erased.add(userId);
  }
}

async function violations({ world, journal }: Play): Promise<string[]> {
  const outboxes = await allOutboxes(world);
  const entries = [...outboxes.values()].flat();
  const ofTheLiving = new Map([...outboxes].filter(([where]) => !world.erased.has(Number(where.split('/')[1]))));
  return [
    ...(await participantViolations(world, journal, entries)),
    ...(await wrongAddresses(world)),
    ...wrongRejections(world, entries),
    ...(await wrongOwnPictures(world)),
    ...(await strayBytes(world)),
    ...(await dataOfErasedPeople(world, journal)),
    ...stuckCommands(ofTheLiving),
    ...(await staleMirrors(world)),
    ...world.faults,
  ];
}
