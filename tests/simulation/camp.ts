import { Choices } from './choices.ts';
import { EditJournal } from './edits.ts';
import { historyOf } from './history.ts';
import { mirrorsLevel } from './level.ts';
import { silentLosses, untold } from './no-silent-loss.ts';
import { Operator } from './operator.ts';
import { OrganiserActions } from './organiser-actions.ts';
import { allOutboxes, nothingStuck, outboxOf } from './outboxes.ts';
import { chief, orga, organisers } from './people.ts';
import { settlePushes, turnBellOn } from './push-devices.ts';
import { pushViolations } from './pushed-once.ts';
import { quiet } from './quiet.ts';
import { settleDown } from './settle-down.ts';
import { Visits } from './visits.ts';
import { World } from './world.ts';

const aMinute = 60_000;

/** A world with organisers in it, and everything that they do and that is done to them. */
export class Camp {
  readonly world: World;
  readonly journal = new EditJournal();
  readonly actions: OrganiserActions;
  readonly choices: Choices;
  readonly visits: Visits;
  readonly operator: Operator;

  private constructor(world: World) {
    this.world = world;
    this.actions = new OrganiserActions(world, this.journal);
    this.choices = new Choices(world, this.journal);
    this.visits = new Visits(world, {
      onDiscard: (entries) => {
        for (const entry of entries) this.journal.waive(entry);
      },
    });
    this.operator = new Operator(world.server, world.clock);
  }

  static async create(seed: number): Promise<Camp> {
    return new Camp(await World.create(seed, organisers));
  }

  /** Two organisers and a guest have the app open and their bells on; there is something to work on, and a backup of it. */
  async open(): Promise<void> {
    const { world, visits } = this;
    const [guest] = world.people;
    const seats = world.devices.map((device, index) => [device, [orga, chief, guest][index]] as const);
    for (const [device, person] of seats) {
      const tab = await visits.open(device, person);
      await visits.inGoodWeather(device, () => turnBellOn(world, tab));
      for (let i = 0; i < 2; i += 1) await this.actions.create(tab);
    }
    await world.run(1_000);
    await this.placeCommands();
    await this.operator.backup();
  }

  /** To be called after everything that people did. */
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

  /** Calm; then the people answer what they are asked, so that what they chose is seen through. */
  async settle(): Promise<void> {
    const { world, visits } = this;
    await settleDown(world, visits);
    for (const { livingTabs } of world.devices) {
      for (const tab of livingTabs) for (let i = 0; i < 3; i += 1) await this.choices.choose(tab);
    }
    await quiet();
    await this.placeCommands();
    await world.run(5 * aMinute);
    await settlePushes(world);
  }

  /** Holds the promises against what is there after the calm. Every line is a broken one. */
  async violations(): Promise<string[]> {
    const { world, journal } = this;
    const { recorder } = world.server;
    await recorder.flush();
    const outboxes = await allOutboxes(world);
    const rows = await recorder.rows();
    const history = historyOf(recorder.happenings);
    return [
      ...silentLosses(journal, history, [...outboxes.values()].flat(), new Set(rows.keys())),
      ...untold(history, rows),
      ...nothingStuck(outboxes),
      ...(await mirrorsLevel(world)),
      ...(await pushViolations(world)),
      ...world.faults,
    ];
  }
}
