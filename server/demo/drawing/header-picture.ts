import sharp from 'sharp';
import type { Pictures } from '#server/images/pictures.ts';
import { seededName, seededRandom } from './random.ts';

const width = 1600;
const height = 600;

const gradient = (id: string, ...stops: [offset: number, colour: string][]) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`).join('')}</linearGradient>`;

const glow = (id: string, colour: string) =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity=".85"/><stop offset=".4" stop-color="${colour}" stop-opacity=".3"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;

function stars(): string {
  const random = seededRandom(7);
  return Array.from({ length: 90 }, () => {
    const [x, y] = [random() * width, random() ** 1.6 * 280];
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(0.7 + random() * 1.5).toFixed(1)}" opacity="${(0.35 + random() * 0.6).toFixed(2)}"/>`;
  }).join('');
}

interface Forest {
  readonly count: number;
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly size: number;
  readonly colour: string;
}

function firTrees({ count, from, to, y, size, colour }: Forest): string {
  const random = seededRandom(count);
  const trees = Array.from({ length: count }, (_, index) => {
    const x = from + ((index + random() * 0.7) * (to - from)) / count;
    const tall = size * (0.7 + random() * 0.6);
    const wide = tall * 0.24;
    return `M${x} ${y - tall}l${wide * 0.7} ${tall * 0.45}h${-wide * 0.3}l${wide * 0.6} ${tall * 0.7}h${-wide * 2}l${wide * 0.6} ${-tall * 0.7}h${-wide * 0.3}z`;
  });
  return `<path fill="${colour}" d="${trees.join('')}"/>`;
}

/** Returns a lit ridge tent with an open door; `x` and `y` are the middle of its base. */
const tent = ([x, y]: [number, number], scale: number, light: string, shade: string) => `
<g transform="translate(${x} ${y}) scale(${scale})">
<ellipse rx="190" ry="40" cy="4" fill="url(#lamp)" opacity=".55"/>
<path d="M-20-120L110-104 160 0H0z" fill="${shade}"/>
<path d="M-20-120L60 0H-110z" fill="${light}"/>
<path d="M-20-98L14 0h-66z" fill="#fff0c9"/><path d="M-20-98L-8 0h-44z" fill="#ffd98c"/>
<path d="M-20-128v14" stroke="#3a2440" stroke-width="4"/>
</g>`;

const pennants = (x1: number, x2: number, y: number) => {
  const colours = ['#ffb830', '#ee5a3f', '#f7d9c4', '#3d9c93'];
  const flags = Array.from({ length: 13 }, (_, index) => {
    const part = (index + 0.5) / 13;
    const x = x1 + (x2 - x1) * part;
    const hang = y + 4 * 34 * part * (1 - part);
    return `<path fill="${colours[index % colours.length]}" d="M${x - 11} ${hang}h22l-11 26z"/>`;
  });
  return `<path d="M${x1} ${y}Q${(x1 + x2) / 2} ${y + 68} ${x2} ${y}" fill="none" stroke="#f7d9c4" stroke-width="2.5"/>${flags.join('')}`;
};

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>${gradient('sky', [0, '#241b45'], [0.4, '#5b2f6b'], [0.66, '#c2546a'], [0.82, '#f58d5a'], [1, '#ffc56b'])}
${gradient('lake', [0, '#f7a266'], [0.35, '#b2587a'], [1, '#4a2a62'])}${glow('sun', '#ffe3a1')}${glow('lamp', '#ffcf7a')}</defs>
<path fill="url(#sky)" d="M0 0h${width}v430H0z"/><g fill="#fff3df">${stars()}</g>
<circle cx="720" cy="344" r="250" fill="url(#sun)"/><circle cx="720" cy="344" r="56" fill="#ffe7b0"/>
<path fill="#a24a72" d="M0 350c170-70 300-60 470-20s300 30 470-14 420-60 660 18v100H0z"/>
<path fill="#7d3a6b" d="M0 392c200-56 380-30 560-6s380 2 560-8 330-34 480-10v70H0z"/>
${firTrees({ count: 74, from: 0, to: width, y: 398, size: 44, colour: '#5a2c5d' })}
<path fill="url(#lake)" d="M0 404h${width}v120H0z"/>
<g fill="#ffe0a3" opacity=".75" transform="translate(-322)"><path d="M985 412h150v4H985zM1005 426h112v4h-112zM970 441h120v4H970zM1030 457h80v4h-80zM1000 474h60v4h-60z"/></g>
<path fill="#3c2150" d="M0 470c220-44 420-36 640-6s420 44 640 14 240-26 320-20v142H0z"/>
${firTrees({ count: 5, from: -30, to: 230, y: 486, size: 170, colour: '#2c1a42' })}
${firTrees({ count: 6, from: 1290, to: 1610, y: 486, size: 180, colour: '#2c1a42' })}
${pennants(250, 640, 372)}<path d="M250 364v120M640 364v120" stroke="#2c1a42" stroke-width="6" stroke-linecap="round"/>
${tent([330, 516], 0.86, '#f0704a', '#b8434a')}${tent([560, 530], 1.05, '#f2b04a', '#b9742f')}${tent([1190, 524], 0.8, '#4fa79c', '#2b6d70')}
<path fill="#241538" d="M0 546c260-40 520-30 800-8s560 22 800-14v76H0z"/>
<circle cx="860" cy="528" r="120" fill="url(#lamp)"/>
<path d="M860 478c22 22 28 32 24 48a24 24 0 0 1-48 0c-2-12 4-18 10-24 2 6 6 8 8 8-2-12 0-22 6-32z" fill="#ff8f3f"/>
<path d="M862 504c10 10 12 16 10 24a12 12 0 0 1-24 0c0-8 8-12 14-24z" fill="#ffe08a"/>
<path d="M826 552l66-14M830 538l66 14" stroke="#4a2636" stroke-width="11" stroke-linecap="round"/>
</svg>`;

/** Draws and stores an evening at the lake, 1600 × 600; returns its link. `random` determines its name. */
export async function drawHeaderPicture(pictures: Pictures, random: () => number): Promise<string> {
  const name = seededName(random);
  const drawn = await sharp(Buffer.from(picture)).png({ compressionLevel: 1 }).toBuffer();
  return (await pictures.store(drawn, 'headers', name)).link;
}
