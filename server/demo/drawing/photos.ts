import sharp from 'sharp';
import type { Pictures } from '#server/images/pictures.ts';
import { seededName } from './random.ts';

/** Drawn photos of the camp: the content of an SVG of 1200 × 900. */

const gradient = (id: string, colours: readonly string[]) =>
  `<linearGradient id="${id}" x2="0" y2="1">${colours.map((colour, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${colour}"/>`).join('')}</linearGradient>`;

const sky = (...colours: string[]) => `<defs>${gradient('sky', colours)}</defs><path fill="url(#sky)" d="M0 0h1200v900H0z"/>`;

const fir = (x: number, y: number, size: number, colour: string) =>
  `<path fill="${colour}" d="M${x} ${y - size}l${size * 0.34} ${size * 0.5}h-${size * 0.14}l${size * 0.24} ${size * 0.5}h-${size * 0.88}l${size * 0.24}-${size * 0.5}h-${size * 0.14}z"/>`;

const firTrees = (count: number, y: number, size: number, colour: string) =>
  Array.from({ length: count }, (_, index) =>
    fir(((index + 0.5) * 1_200) / count + ((index * 37) % 23), y + ((index * 53) % 30), size * (0.75 + ((index * 29) % 50) / 100), colour),
  ).join('');

const stars = Array.from(
  { length: 120 },
  (_, index) => `<circle cx="${(index * 397) % 1_200}" cy="${(index * 173) % 560}" r="${1 + (index % 4) * 0.7}"/>`,
).join('');

const tent = ([x, y]: [number, number], scale: number, light: string, shade: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-20-240L230-208 320 0H0z" fill="${shade}"/><path d="M-20-240L120 0h-340z" fill="${light}"/><path d="M-30-180L14 0h-110z" fill="#fff0c9"/></g>`;

const canoe = (x: number, y: number, scale: number, colour: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-260-40c120 50 400 50 520 0-20 90-60 110-110 110h-300c-50 0-90-20-110-110z" fill="${colour}"/><circle cx="-70" cy="-90" r="34" fill="#cf9663"/><path d="M-120 0c0-70 100-70 100 0z" fill="#35589a"/><path d="M10-130l120 210" stroke="#6b4128" stroke-width="14" stroke-linecap="round"/></g>`;

const crane = (x: number, y: number, scale: number, colour: string) =>
  `<path transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${colour}" stroke-width="9" stroke-linecap="round" d="M-70-26c30-14 50 0 70 20 20-20 40-34 70-20M0-6l34 14"/>`;

const ripples = (colour: string) =>
  Array.from(
    { length: 26 },
    (_, index) => `<path d="M${(index * 331) % 1_100} ${560 + ((index * 71) % 320)}h${40 + ((index * 47) % 130)}"/>`,
  )
    .join('')
    .replace(/^/, `<g stroke="${colour}" stroke-width="6" stroke-linecap="round" opacity=".5">`) + '</g>';

const lake = (water: string) => `<path fill="${water}" d="M0 520h1200v380H0z"/>`;

const scenes = {
  morning: `${sky('#f7d9c4', '#fbe6cf', '#cfe6e4')}<circle cx="860" cy="420" r="70" fill="#fff3df"/>${firTrees(17, 520, 120, '#7aa79a')}${lake('#9fc9c8')}${ripples('#fff')}<path fill="#6b4128" d="M160 900l120-330h60l40 330z"/><path fill="#dfe9e6" opacity=".6" d="M0 500c300-40 500 30 760-6s300-20 440 10v60H0z"/>`,
  stars: `${sky('#0d1030', '#241b45', '#5b2f6b')}<g fill="#fff3df">${stars}</g><path d="M0 620C300 200 700 120 1200 40v110C760 220 400 300 90 660z" fill="#c9b8e6" opacity=".18"/>${firTrees(13, 900, 260, '#140f2b')}`,
  fire: `${sky('#1b1533', '#3a2040')}<ellipse cx="600" cy="760" rx="520" ry="200" fill="#ff9a3f" opacity=".22"/>${firTrees(9, 620, 210, '#120d24')}<path d="M600 330c110 130 170 210 130 330a130 130 0 0 1-260 0c-14-90 30-130 70-170 4 44 26 66 44 66-10-80-10-150 16-226z" fill="#ff8f3f"/><path d="M604 520c56 64 74 104 58 156a66 66 0 0 1-128 0c-4-54 30-82 70-156z" fill="#ffe08a"/><path d="M400 800l400-90M410 710l400 90" stroke="#4a2636" stroke-width="44" stroke-linecap="round"/>`,
  tents: `${sky('#8fc7ea', '#d8eef5')}<circle cx="180" cy="150" r="70" fill="#fff3c0"/>${firTrees(15, 520, 170, '#3f7d4e')}<path fill="#86b45e" d="M0 500c400-40 800 20 1200-20v420H0z"/>${tent([300, 720], 1, '#f0704a', '#b8434a')}${tent([760, 640], 0.75, '#f2b04a', '#b9742f')}${tent([880, 840], 1.1, '#4fa79c', '#2b6d70')}`,
  canoes: `${sky('#9fd4ea', '#e6f3ee')}${firTrees(19, 470, 130, '#4d8a63')}${lake('#3d8fa0')}${ripples('#dff2f2')}${canoe(420, 660, 1, '#ee5a3f')}${canoe(880, 600, 0.6, '#f2b04a')}`,
  cranes: `${sky('#ffb98a', '#f7a266', '#ffd9a0')}<circle cx="620" cy="520" r="120" fill="#ffe7b0"/>${[0, 1, 2, 3, 4, 5, 6].map((index) => crane(300 + index * 90, 200 + Math.abs(index - 3) * 56, 0.9, '#4a2a62')).join('')}${firTrees(21, 820, 150, '#5a2c5d')}<path fill="#4a2a62" d="M0 800h1200v100H0z"/>`,
  soup: `<path fill="#c2851b" d="M0 0h1200v900H0z"/><path fill="#a86d14" d="M0 0h1200v60H0zM0 300h1200v14H0zM0 600h1200v14H0z"/><circle cx="600" cy="460" r="360" fill="#fff3df"/><circle cx="600" cy="460" r="290" fill="#ee8a3f"/><g fill="#3f7d4e"><circle cx="500" cy="380" r="26"/><circle cx="700" cy="340" r="20"/><circle cx="660" cy="560" r="28"/><circle cx="470" cy="560" r="18"/></g><path d="M560 460c40-50 90-40 110 0" fill="none" stroke="#fff3df" stroke-width="24" stroke-linecap="round"/><path d="M1010 120v640" stroke="#e3e0ea" stroke-width="40" stroke-linecap="round"/>`,
  stage: `${sky('#241538', '#5b2f6b')}<path fill="#ffcf7a" opacity=".3" d="M200 0l240 760h-360zM1000 0l-240 760h360z"/><path fill="#2c1a42" d="M140 640h920v120H140z"/><g fill="#f7d3b5"><circle cx="420" cy="430" r="44"/><circle cx="600" cy="400" r="44"/><circle cx="780" cy="430" r="44"/></g><g fill="#ee5a3f"><path d="M350 640c0-200 140-200 140 0z"/><path fill="#3d9c93" d="M530 640c0-240 140-240 140 0z"/><path fill="#f2b04a" d="M710 640c0-200 140-200 140 0z"/></g><path fill="#140c22" d="M0 900V800c80-60 120-60 180 0s120 60 200 0 140-60 220 0 120 50 200 0 140-60 200 0 120 60 200 0v100z"/>`,
  meadow: `${sky('#a9dbef', '#eaf6ef')}<path fill="#7fb35a" d="M0 480c400-80 800 40 1200-30v450H0z"/><g stroke="#4d8a3f" stroke-width="8">${Array.from({ length: 30 }, (_, index) => `<path d="M${index * 41} 900v-${160 + ((index * 67) % 160)}"/>`).join('')}</g><g>${Array.from({ length: 30 }, (_, index) => `<circle cx="${index * 41}" cy="${740 - ((index * 67) % 160)}" r="${18 + (index % 3) * 6}" fill="${['#ee5a3f', '#fff3df', '#f2b04a', '#c9b8e6'][index % 4]}"/>`).join('')}</g>`,
} as const;

type Scene = keyof typeof scenes;

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
