import { pause } from '#lib/pause.ts';
import { valueThat } from '#lib/observable.ts';
import { drawn } from './drawn.ts';

/** The schemas of the rows are in files of their own (vite.config.ts): evaluated together, they would be a long task. */
const parts = [
  () => import('#contract/fields.ts'),
  () => import('#contract/resources/me.ts'),
  () => import('#contract/resources/posts.ts'),
  () => import('#contract/resources/codes.ts'),
];

let areLoaded = false;

/** Evaluates the schemas with pauses. */
async function loadSchemas(): Promise<void> {
  if (areLoaded) return;
  for (const load of parts) {
    await load();
    await pause(0);
  }
  areLoaded = true;
}

/** Returns a function that loads code after the schemas that it would evaluate all at once. */
export const afterSchemas =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  async () => {
    await loadSchemas();
    return load();
  };

/** Returns a function that loads code when the first screen is drawn, because it would delay that. */
export const afterFirstScreen =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  () =>
    valueThat(drawn, Boolean).then(load);
