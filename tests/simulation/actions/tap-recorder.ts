import type { ParticipantJournal, ParticipantTap } from '../promises/participant-journal.ts';
import type { Tab } from '../world/device.ts';
import { ignoringRefusals } from '../world/visits.ts';
import type { World } from '../world/world.ts';

/** Records each tap and the app's report about it. */
export class TapRecorder {
  readonly #world: World;
  readonly #journal: ParticipantJournal;

  constructor(world: World, journal: ParticipantJournal) {
    this.#world = world;
    this.#journal = journal;
  }

  begin(
    tab: Tab,
    { kind, userId, id }: Pick<ParticipantTap, 'kind' | 'userId' | 'id'>,
    args: (number: number) => Record<string, unknown>,
  ): ParticipantTap {
    const tap = this.#journal.begin({ kind, userId, id, device: tab.device.name }, args);
    this.#world.note(`${tab.device.name}: ${userId} ${kind} ${id ?? ''} (tap ${tap.number}) ${JSON.stringify(tap.args)}`);
    return tap;
  }

  /** A promise counts from the moment the app reports "saved", and only if the tab still lives. */
  recordResult(tab: Tab, tap: ParticipantTap, done: Promise<unknown>): void {
    void ignoringRefusals(
      done.then((id) => {
        tap.id ??= String(id);
        tap.saved = tab.alive;
      }),
    );
  }
}
