import { AgendaActions } from '../actions/agenda-actions.ts';
import { ReadingActions } from '../actions/reading-actions.ts';
import { ChatActions } from '../actions/chat-actions.ts';
import { DatingActions } from '../actions/dating-actions.ts';
import { faults, isFault, playFault, weightsIn } from '../world/faults.ts';
import { lateFullPictures } from '../promises/full-pictures.ts';
import { devicesBehindByChance } from '../promises/freshness.ts';
import { violations } from '../promises/invariants.ts';
import { Journal } from '../promises/journal.ts';
import { Operator } from '../server/operator.ts';
import type { Outcome, Play } from './outcome.ts';
import type { Hosting } from '../postgres/postgres-storage.ts';
import { allOutboxes } from '../promises/outboxes.ts';
import { BigEvent, shrinkWindows } from '../world/big-event.ts';
import { chatters, eventId as camp } from '../world/people.ts';
import { whenIdle, watchTransactions } from '../world/idle.ts';
import { settleDown } from '../world/settle-down.ts';
import { ReactionActions } from '../actions/reaction-actions.ts';
import { seeInCalm } from '../actions/see-in-calm.ts';
import { ShareActions } from '../actions/share-actions.ts';
import { watchThreads } from '../promises/windows.ts';
import { WindowActions } from '../actions/window-actions.ts';
import { EventSwitching } from '../world/event-switching.ts';
import { Visits } from '../world/visits.ts';
import { World } from '../world/world.ts';

const steps = 80;

const [anna] = chatters;

/** Bytes per millisecond: 50 kbit/s most of the time. */
const uplinks = [6, 6, 60, 2_000];

/** Possible next steps with their weights. */
const events = { post: 10, reply: 12, share: 6, 'storage-full': 2, remove: 5, decide: 3, ...faults, 'new-epoch': 1 };

type Event =
  | keyof typeof events
  | 'share-large'
  | 'uplink'
  | 'switch'
  | 'leave'
  | 'offer'
  | 'click'
  | 'edit'
  | 'star'
  | 'remind'
  | 'read'
  | 'see'
  | 'write'
  | 'move'
  | 'react'
  | 'savePreferences'
  | 'rate'
  | 'forget'
  | 'talk'
  | 'come'
  | 'tidy'
  | 'rename'
  | 'resize'
  | 'follow'
  | 'draft'
  | 'older'
  | 'open'
  | 'search'
  | 'receive'
  | 'reinstall';

export interface Script {
  readonly steps: number;
  readonly events: Readonly<Partial<Record<Event, number>>>;
  readonly onTwoDevices?: true;
  /** The camp is a big event: devices hold its windows. */
  readonly isBig?: true;
  /** How far (ms) a clock may be off, if not the default. */
  readonly clockErrors?: World['clockErrors'];
  readonly devices?: readonly string[];
  /** The number of posts that Anna writes at once before anything else happens. */
  readonly postsFirst?: number;
  readonly settings?: Readonly<Record<string, string>>;
  /** The length (ms) of the calm. */
  readonly patience?: Parameters<typeof settleDown>[3];
}

/** Plays a seed of people who chat: a storm of faults, then calm, then the check of the promises. */
export const playChat: Play = (seed, hosting) => playScript(seed, { steps, events }, hosting);

export async function playScript(seed: number, script: Script, hosting?: Hosting): Promise<Outcome> {
  const watch = watchTransactions();
  const sizes = script.isBig && shrinkWindows();
  const world = await World.create(seed, { hosting, settings: script.settings, ...(script.devices && { devices: script.devices }) });
  const journal = new Journal();
  const threads = script.isBig && watchThreads(world);
  try {
    const actions = new ChatActions(world, journal);
    const board = new ShareActions(world, journal);
    const dates = new DatingActions(world, journal);
    const agenda = new AgendaActions(world, journal);
    const reading = new ReadingActions(world, journal);
    const applause = new ReactionActions(world, journal);
    const looking = new WindowActions(world);
    const visits = new Visits(world, {
      onDiscard: (entries) => {
        for (const { id } of entries) journal.discarded.add(String(id));
      },
    });
    const operator = new Operator(world.server, world.clock);
    const travels = script.events.switch ? new EventSwitching(world) : null;
    const crowd = script.isBig ? new BigEvent(world) : null;
    await travels?.prepare();
    await crowd?.prepare();
    if (crowd) {
      looking.slowDown();
      world.mostAtOnce = Math.max(world.mostAtOnce, 4);
    }
    if (script.events.move) await agenda.prepare();
    if (script.events.react) await applause.prepare();
    for (const [index, device] of world.devices.entries())
      await visits.open(device, (script.onTwoDevices && index < 2) || script.postsFirst ? anna : undefined);
    await world.run(1_000);
    for (let post = 0; post < (script.postsFirst ?? 0); post += 1) actions.post(world.devices[0]!.livingTabs[0]!);
    if (script.clockErrors) world.clockErrors = script.clockErrors;
    world.storm();
    for (let step = 0; step < script.steps; step += 1)
      await next(world, script, { actions, agenda, applause, board, dates, looking, reading, visits, operator, travels, crowd });
    await settleDown(world, visits, undefined, script.patience);
    await crowd?.playInCalm();
    if (crowd) await looking.playInCalm(crowd);
    await travels?.returnToCamp(visits);
    if (travels) await settleDown(world, visits, undefined, script.patience);
    if (script.events.see) await seeInCalm({ world, visits, agenda, reading });
    const late = [...(script.events.uplink ? await lateFullPictures(world, actions) : []), ...(await devicesBehindByChance(world))];
    const entries = [...(await allOutboxes(world)).values()].flat();
    const found = [
      ...late,
      ...(await violations(world, journal)),
      ...(await board.wrongCounts(entries)),
      ...board.rejectedAsInvalid(entries),
      ...(await dates.violations(entries)),
      ...(await agenda.lostMarks(entries)),
      ...(await agenda.wrongReminders(entries)),
      ...(await reading.lostMarks(entries)),
      ...(await reading.disagreements(entries)),
      ...(await applause.violations(entries)),
      ...(threads ? threads.violations : []),
    ];
    return { violations: found, trace: world.trace };
  } finally {
    await world.close();
    watch.undo();
    threads?.undo();
    sizes?.undo();
  }
}

interface Cast {
  readonly actions: ChatActions;
  readonly board: ShareActions;
  readonly dates: DatingActions;
  readonly agenda: AgendaActions;
  readonly looking: WindowActions;
  readonly reading: ReadingActions;
  readonly applause: ReactionActions;
  readonly visits: Visits;
  readonly operator: Operator;
  readonly travels: EventSwitching | null;
  readonly crowd: BigEvent | null;
}

async function next(
  world: World,
  { events: happening }: Script,
  { actions, agenda, applause, board, dates, looking, reading, visits, operator, travels, crowd }: Cast,
): Promise<void> {
  const { random } = world;
  const device = random.pick(world.devices);
  const tab = device.livingTabs.length > 0 ? random.pick(device.livingTabs) : null;
  const event = random.weighted(weightsIn(world, happening as Record<Event, number>));
  if (travels && tab) {
    const here = await travels.activeEventOn(tab);
    if (here !== null) actions.eventId = here;
    else if (!isFault(event)) return travels.switch(tab);
  }
  if (isFault(event))
    return playFault(event, {
      world,
      visits,
      device,
      tab,
      // People write in the event where they are.
      mayTap: async (struck) => {
        const here = travels ? await travels.activeEventOn(struck) : actions.eventId;
        if (here !== null) actions.eventId = here;
        return here !== null;
      },
      tap: (struck) => (random.chance(0.5) ? actions.post(struck) : actions.share(struck)),
    });
  if (event === 'new-epoch') {
    world.note('the feed gets a new epoch');
    await operator.changeEpoch(`epoch-${random.below(1_000_000)}`);
  } else if (event === 'storage-full') {
    device.full = !device.full;
    world.note(`${device.name}: ${device.full ? 'storage full' : 'storage free'}`);
  } else if (event === 'uplink') {
    device.network.uplink = random.pick(uplinks);
    world.note(`${device.name}: ${device.network.uplink} bytes a millisecond uplink`);
  } else if (event === 'share-large') {
    if (tab) actions.shareLarge(tab);
  } else if (event === 'offer' || event === 'click' || event === 'edit') {
    if (tab) await board[event](tab, actions.eventId);
  } else if (event === 'star' || event === 'write' || event === 'remind') {
    if (tab) agenda[event](tab);
  } else if (event === 'read' || event === 'see') {
    if (tab) reading[event](tab);
  } else if (event === 'react') {
    if (tab) await applause.react(tab);
  } else if (event === 'move') {
    await agenda.move();
  } else if (event === 'savePreferences' || event === 'rate' || event === 'forget') {
    if (tab) dates[event](tab, actions.eventId);
  } else if (event === 'talk' || event === 'come' || event === 'tidy' || event === 'rename' || event === 'resize') {
    await crowd?.[event]();
  } else if (event === 'reinstall') {
    await crowd?.reinstall(device);
    await visits.reopen(device);
  } else if (event === 'receive') {
    looking.receive(device);
  } else if (event === 'follow' || event === 'draft' || event === 'older' || event === 'open' || event === 'search') {
    if (tab && actions.eventId === camp) await looking[event](tab);
  } else if (event === 'switch' || event === 'leave') {
    if (tab) await travels?.[event](tab);
  } else if (tab) {
    await actions[event](tab);
  }
  await whenIdle();
}
