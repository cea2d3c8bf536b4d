import { evidence } from '../../../contract/resources/evidence.ts';
import { userStatisticId, userStatistics } from '../../../contract/resources/user-statistics.ts';
import type { ChosenPicture } from '../../db/records.ts';
import { pictureArgument } from '../../sync/outbox/draft-pictures.ts';
import { type Command, command } from '../../sync/outbox/outbox.ts';
import type { Counter } from './use-counters.ts';

interface Count {
  readonly change: 1 | -1;
  readonly userId: number;
  /** What proves it, and the id (UUID) under which its bytes wait. */
  readonly proof?: { readonly picture: ChosenPicture; readonly id: string } | undefined;
}

/** One click: the count, and the picture that goes its own way, so that it never holds the count up. */
export function countCommands({ statistic: { id, eventId }, value }: Counter, { change, userId, proof }: Count): Command[] {
  const count = command(userStatistics, 'count', { value: value + change, change }, { id: userStatisticId(id, userId), eventId });
  if (!proof) return [count];
  const { name: url, bytes } = pictureArgument(proof.id, proof.picture);
  return [count, command(evidence, 'create', { statisticId: id, url }, { eventId, bytes })];
}
