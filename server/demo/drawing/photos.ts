import sharp from 'sharp';
import type { Pictures } from '#server/images/pictures.ts';
import { seededName } from './random.ts';
import { type Scene, scenes } from './photo-scenes.ts';

interface DemoPhoto {
  readonly by: string;
  readonly scene: Scene;
  readonly description: string;
  /** Portrait format. */
  readonly upright?: true;
}

export const demoPhotos: readonly DemoPhoto[] = [
  { by: 'hanna', scene: 'tents', description: 'Dorf B steht! / Village B is up.' },
  { by: 'ben', scene: 'canoes', description: 'First ones on the water. 19 degrees, feels like 4.' },
  { by: 'giulia', scene: 'soup', description: 'The soup. Ask me for seconds, not for the recipe.' },
  { by: 'anna', scene: 'stars', description: 'Milchstraße, vom Steg aus', upright: true },
  { by: 'zofia', scene: 'cranes', description: 'Kraniche am Abend. Den Eisvogel hatte ich natürlich nicht drauf.' },
  { by: 'luca', scene: 'stage', description: 'Offene Bühne: vierzehn Akkorde, fünf Saiten' },
  { by: 'tess', scene: 'morning', description: 'Six in the morning. Worth it, and I will deny having said so.', upright: true },
  { by: 'emil', scene: 'fire', description: 'Still going at two' },
  { by: 'mila', scene: 'meadow', description: 'Auf dem Weg zum Waschhaus' },
  { by: 'finn', scene: 'canoes', description: 'Nach den Schilfkurven: alle trocken. Fast alle.' },
  { by: 'priya', scene: 'cranes', description: 'Counted seven. There were more behind the trees.', upright: true },
  { by: 'orga', scene: 'tents', description: 'So sieht es heute Morgen aus. Danke an alle, die geschleppt haben!' },
  { by: 'rosa', scene: 'fire', description: 'Stockbrot, Runde drei', upright: true },
];

/** Draws and stores the photos; returns their links in the same order. `random` determines their names. */
export function drawPhotos(pictures: Pictures, random: () => number): Promise<string[]> {
  // Named in order, whichever is drawn first.
  const names = demoPhotos.map(() => seededName(random));
  return Promise.all(demoPhotos.map(async (photo, index) => (await pictures.store(await draw(photo), 'photos', names[index])).link));
}

function draw({ scene, upright }: DemoPhoto): Promise<Buffer> {
  const view = upright ? '300 0 600 900' : '0 0 1200 900';
  const [width, height] = upright ? [600, 900] : [960, 720];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${view}">${scenes[scene]}</svg>`;
  return sharp(Buffer.from(svg)).flatten().png({ compressionLevel: 1 }).toBuffer();
}
