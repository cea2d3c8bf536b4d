import { evidence } from '#contract/resources/evidence.ts';
import { userStatisticId, userStatistics } from '#contract/resources/user-statistics.ts';
import type { ChosenPicture } from '#db/records.ts';
import { pictureArgument } from '#sync/outbox/draft-pictures.ts';
import { type Command, command } from '#sync/outbox/outbox.ts';
import type { Counter } from './use-counters.ts';

interface Count {
  readonly change: 1 | -1;
  readonly userId: number;
  /** The evidence, and the id (UUID) of its bytes. */
  readonly proof?: { readonly picture: ChosenPicture; readonly id: string } | undefined;
}

/** Returns the commands of one click: the count, and a picture in a lane of its own, so that it never delays the count. */
export function countCommands({ statistic: { id, eventId }, value }: Counter, { change, userId, proof }: Count): Command[] {
  const count = command(userStatistics, 'count', { value: value + change, change }, { id: userStatisticId(id, userId), eventId });
  if (!proof) return [count];
  const { name: url, bytes } = pictureArgument(proof.id, proof.picture);
  return [count, command(evidence, 'create', { statisticId: id, url }, { eventId, bytes })];
}
