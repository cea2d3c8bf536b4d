import type { ModuleRow } from '#contract/resources/modules.ts';
import { isScreenOn } from '#feature-kit/menu/menu.ts';
import { type ReceivedContent, receivedLimits } from '#sync/device/received-content.ts';

/** The screens whose forms take shared content. */
export type Place = '/chat' | '/pictures';

/** The numbers in the sentences on what is missing. */
export const problemNumbers = { mb: receivedLimits.pictureBytes / 2 ** 20, number: receivedLimits.pictures };

/** Returns the places for content in this event: pictures go to the photos, a text to the chat or to the pictures that it came with. */
export function placesFor({ text, pictures }: ReceivedContent, modules: readonly ModuleRow[]): Place[] {
  const places: Place[] = [];
  if (pictures.length > 0) places.push('/pictures');
  if (text !== '') places.push('/chat');
  return places.filter((place) => isScreenOn(place, modules));
}

/** Returns the place if there is no other and nothing of the content would be left out, else null. */
export function onlyPlace(content: ReceivedContent, modules: readonly ModuleRow[]): Place | null {
  const places = placesFor(content, modules);
  if (places.length !== 1 || content.problems.length > 0) return null;
  return places[0] === '/chat' && content.pictures.length > 0 ? null : places[0]!;
}
