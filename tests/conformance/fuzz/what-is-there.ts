import type { AnyResource } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { changeList } from '#contract/rules/change-lists.ts';
import type { World } from '#tests/fixtures/world.ts';
import { calendarSecret } from '#tests/fixtures/camp.ts';
import { samplePicture } from '../samples.ts';
import type { Known } from './fitting.ts';

/** A placeholder for a csrf token that the sign-in accepts. */
export const goodToken = 'a good token';

/** Returns ids of all rows, also those of the callers, and existing values by the name of their field. */
export async function whatIsThere(world: World): Promise<Known> {
  const changes = [...(await world.pull('orga')).changes, ...(await world.pull('author')).changes];
  const ids = [...new Set(changes.map(({ id }) => String(id)))];
  const idsOf = Object.fromEntries(
    [...Map.groupBy(changes, ({ resource }) => resource)].map(([name, rows]) => [name, rows.map(({ id }) => String(id))]),
  );
  // The path of a person's own row about another one has the id of that one.
  const parents = (resources as readonly AnyResource[]).flatMap(({ name, mutations }) => {
    const parent = Object.values(mutations).find(({ ownOf }) => ownOf)?.ownOf?.resource;
    return parent !== undefined && idsOf[parent] ? [[name, idsOf[parent]] as const] : [];
  });
  const codes = ['CAMP-OPEN', ' CAMP-ONCE ', 'CAMP-LOST'];
  const emails = ['author@camp.example', 'nobody@camp.example', ' Author@Camp.Example '];
  return {
    ids,
    // Each person has a session called like them, in addition to the one of their requests.
    idsOf: { ...idsOf, ...Object.fromEntries(parents), session: ['admin', 'author', 'outsider'] },
    byField: {
      email: emails,
      username: emails,
      eventcode: codes,
      eventCode: codes,
      csrfToken: [goodToken],
      password: ['Seeufer-2026-Nacht', 'wrong'],
      newPassword: ['Seeufer-2027-Nacht', 'password'],
      endpoint: ['https://push.example/1'],
      subscription: ['{"endpoint":"https://push.example/1","keys":{"p256dh":"x","auth":"y"}}', '{}', '[]', '{"endpoint":1}'],
      cursor: [(await world.pull('orga')).cursor],
      url: [samplePicture],
      image: [samplePicture],
      headerImage: [samplePicture],
      timeZone: ['Europe/Lisbon', 'Europe/Bern'],
      dateLocale: ['auto', 'fr-FR'],
      secret: [calendarSecret],
      date: ['2026-11-21'],
      ratedParticipantId: idsOf['participants'] ?? [],
      list: [...(idsOf['schedule'] ?? []).map((id) => changeList('schedule', id)), 'posts', 'participants', `posts/${idsOf['posts']?.[0]}`],
      below: ['20', '1'],
      page: ['1'],
      resource: ['posts', 'participants'],
      ids: [(idsOf['posts'] ?? []).join(), (idsOf['participants'] ?? []).join()],
      moduleId: [18, 18, 3, 3, 1],
      homeScreenNumber: [0],
      menuEntryIndex: [1, 1, 0],
      settings: ['{"count":2}', '{"count":2}', '{"count":3}', '{', '2'],
      title: ['Camp 1'],
      event: [1, 1, 1, 2],
      eventId: [1, 1, 1, 2],
    },
  };
}
