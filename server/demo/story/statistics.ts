import { type Statistic, type UserStatistic, userStatisticId } from '#contract/resources/statistics.ts';
import type { CampContext } from './content.ts';
import { seededRandom } from '../drawing/random.ts';

/** The statistics of the camp, with the highest contribution. */
const counted: readonly { name: string; prompt: string | null; most: number }[] = [
  { name: 'Becher Kaffee / Cups of coffee', prompt: null, most: 14 },
  { name: 'Sprünge vom Steg / Jumps off the jetty', prompt: 'Zeig deinen Sprung! / Show your jump!', most: 31 },
  { name: 'Mückenstiche / Mosquito bites', prompt: null, most: 57 },
  { name: 'Gespülte Töpfe / Pots washed', prompt: null, most: 9 },
];

export function statisticRows({ eventId }: CampContext): Statistic[] {
  return counted.map(({ name, prompt }, index) => ({ id: index + 1, version: 1, eventId, nameI18N: name, evidencePromptI18N: prompt }));
}

export function userStatisticRows({ eventId, userIds }: CampContext): UserStatistic[] {
  // Its own generator, so that other random values do not change these.
  const random = seededRandom(31);
  return counted.flatMap(({ most }, index) =>
    [...userIds.values()].flatMap((userId) => {
      const value = Math.floor(random() ** 2 * (most + 1));
      const statisticId = index + 1;
      const id = userStatisticId(statisticId, userId);
      return random() < 0.5 || value === 0 ? [] : [{ id, version: 1, eventId, statisticId, userId, value }];
    }),
  );
}
