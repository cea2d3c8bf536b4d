import type { BaseRow } from '#contract/resource.ts';
import { Choices } from '../actions/choices.ts';
import { EditJournal } from '../actions/edits.ts';
import { historyOf } from '../promises/history.ts';
import { staleMirrors } from '../promises/level.ts';
import { silentLosses, rowsUnlikeAnswers } from '../promises/no-silent-loss.ts';
import { Operator } from '../server/operator.ts';
import { OrganiserActions, type Work } from '../actions/organiser-actions.ts';
import { allOutboxes, stuckCommands, outboxOf } from '../promises/outboxes.ts';
import { organisers, type Person } from '../world/people.ts';
import type { Hosting } from '../postgres/postgres-storage.ts';
import { settlePushes, turnPushesOn } from '../world/push-devices.ts';
import { pushViolations } from '../promises/pushed-once.ts';
import { whenIdle } from '../world/idle.ts';
import { settleDown } from '../world/settle-down.ts';
import { Visits } from '../world/visits.ts';
import { World } from '../world/world.ts';

const aMinute = 60_000;

/** The people on each device at the beginning, and the rows that event admins change. */
export interface CampPlan {
  readonly seats: Readonly<Record<string, Person>>;
  readonly work: Work;
  readonly hosting?: Hosting | undefined;
  readonly prepare?: (world: World) => Promise<void>;
}

/** A world with event admins, their actions and all faults. */
export class Camp {
  readonly world: World;
  readonly journal = new EditJournal();
  readonly actions: OrganiserActions;
  readonly choices: Choices;
  readonly visits: Visits;
  readonly operator: Operator;

  readonly #plan: CampPlan;
  /** The rows before the first action. */
  #first: ReadonlyMap<string, BaseRow> = new Map();

  private constructor(world: World, plan: CampPlan) {
    this.world = world;
    this.#plan = plan;
    this.actions = new OrganiserActions(world, this.journal, plan.work);
    this.choices = new Choices(world, this.journal);
    this.visits = new Visits(world, {
      onDiscard: (entries) => this.journal.markAllDiscarded(entries),
    });
    this.operator = new Operator(world.server, world.clock);
  }

  static async create(seed: number, plan: CampPlan): Promise<Camp> {
    return new Camp(await World.create(seed, { people: organisers, devices: Object.keys(plan.seats), hosting: plan.hosting }), plan);
  }

  /** Opens the app for all people with their bells on, adds rows to work on, and makes a backup. */
  async open(): Promise<void> {
    const { world, visits } = this;
    await this.#plan.prepare?.(world);
    this.#first = await world.server.recorder.rows();
    for (const device of world.devices) {
      const person = this.#plan.seats[device.name]!;
      const tab = await visits.open(device, person);
      await visits.inGoodWeather(device, () => turnPushesOn(world, tab));
      for (let i = 0; i < 2; i += 1) await this.actions.create(tab);
    }
    await world.run(1_000);
    await this.placeCommands();
    if (!world.server.isShared) await this.operator.backup();
  }

  /** Call it after each action of a person. */
  async placeCommands(): Promise<void> {
    await this.journal.findCommands(async ({ device: name, userId }) => {
      const device = this.world.devices.find((each) => each.name === name);
      return device ? outboxOf(device, userId) : [];
    });
  }

  async backup(): Promise<void> {
    this.world.note('a backup is made');
    await this.operator.backup();
  }

  async restore(): Promise<void> {
    const { backups } = this.operator;
    const index = this.world.random.below(backups.length);
    this.world.note(`backup ${index} is restored`);
    const waiting = [...(await allOutboxes(this.world)).values()].flat();
    await this.operator.restore(backups[index] as string, waiting, this.journal.taps.length);
  }

  /** Calms down, then lets people decide their conflicts and waits for the result. */
  async settle(): Promise<void> {
    const { world, visits } = this;
    await settleDown(world, visits);
    for (const { livingTabs } of world.devices) {
      for (const tab of livingTabs) for (let i = 0; i < 3; i += 1) await this.choices.choose(tab);
    }
    await whenIdle();
    await this.placeCommands();
    await world.run(5 * aMinute);
    await settlePushes(world);
  }

  async violations(): Promise<string[]> {
    const { world, journal } = this;
    const { recorder } = world.server;
    await recorder.flush();
    const outboxes = await allOutboxes(world);
    const rows = await recorder.rows();
    const history = historyOf(recorder.log, this.#first);
    return [
      ...silentLosses(journal, history, [...outboxes.values()].flat(), new Set(rows.keys())),
      ...rowsUnlikeAnswers(history, rows),
      ...stuckCommands(outboxes),
      ...(await staleMirrors(world)),
      ...(await pushViolations(world)),
      ...world.faults,
    ];
  }
}
