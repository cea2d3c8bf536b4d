import sharp from 'sharp';

const skins = ['#f7d3b5', '#e9b98f', '#cf9663', '#a56b3f', '#6f4427'] as const;

const colours = {
  black: '#2b2230',
  brown: '#6b4128',
  red: '#b5502a',
  blond: '#dcae58',
  grey: '#9c97a3',
  teal: '#1f7a7a',
} as const;

/** Paths behind and in front of the head, on 96 × 96. The head is a circle of radius 20 around (48, 42). */
const hairstyles = {
  short: { behind: '', front: 'M27 40c-2-15 8-23 21-23s23 8 21 23c-3-6-6-9-9-11-9 3-20 3-26 1-3 3-5 6-7 10z' },
  long: {
    behind: 'M25 44c-1-18 9-28 23-28s24 10 23 28c0 12 2 22 5 28H20c3-6 5-16 5-28z',
    front: 'M28 40c2-10 9-13 16-17 4 7 13 11 24 15 0-13-8-21-20-21s-20 9-20 23z',
  },
  bob: {
    behind: 'M24 44c-1-18 9-28 24-28s25 10 24 28v14H24z',
    front: 'M27 40V31c2-19 40-19 42 0v9c-12-6-30-6-42 0z',
  },
  bun: {
    behind: 'M48 4a11 11 0 1 1 0 22 11 11 0 0 1 0-22z',
    front: 'M27 41c-2-16 8-24 21-24s23 8 21 24c-5-9-11-13-21-13s-16 4-21 13z',
  },
  curly: {
    behind: 'M30 54a10 10 0 0 1-6-17 11 11 0 0 1 5-15 12 12 0 0 1 19-8 12 12 0 0 1 19 8 11 11 0 0 1 5 15 10 10 0 0 1-6 17z',
    front: 'M28 39c-2-14 5-21 20-21s22 7 20 21c-6-6-12-8-20-8s-14 2-20 8z',
  },
  beard: {
    behind: '',
    front:
      'M27 40c-2-15 8-23 21-23s23 8 21 23c-3-6-6-9-9-11-9 3-20 3-26 1-3 3-5 6-7 10zM28 44c5 5 11 5 14 4 4-2 8-2 12 0 3 1 9 1 14-4 0 12-8 20-20 20s-20-8-20-20z',
  },
  cap: { behind: 'M26 46c0-8 3-14 6-16h32c3 2 6 8 6 16z', front: 'M27 34c0-12 9-19 21-19s21 7 21 19h11c2 0 2 4-1 4H27z' },
  scarf: {
    behind: 'M23 44c0-18 10-28 25-28s25 10 25 28c0 12-2 20 3 34H20c5-14 3-22 3-34z',
    front: 'M26 42c0-17 9-25 22-25s22 8 22 25c-3-11-11-16-22-16s-19 5-22 16z',
  },
} as const;

/** Hairstyle, colour, and skin tone from light to dark. */
export type Face = `${keyof typeof hairstyles} ${keyof typeof colours} ${0 | 1 | 2 | 3 | 4}`;

const backgrounds = ['#ffd9a0', '#f7b7a3', '#bfe3d0', '#c9d6f5', '#e3c9ee', '#f9e2ae', '#b8dfe6', '#f3c6d3'];
const shirts = ['#ee5a3f', '#5b2f6b', '#1f7a7a', '#35589a', '#c2851b', '#3f7d4e', '#a83262'];

/** Draws a portrait as WebP data URL of about 1.5 kB. `index` selects the colours of background and shirt. */
export async function drawPortrait(face: Face, index: number): Promise<string> {
  const [style, colour, tone] = face.split(' ') as [keyof typeof hairstyles, keyof typeof colours, string];
  const { behind, front } = hairstyles[style];
  const skin = skins[Number(tone)];
  const shirt = shirts[index % shirts.length];
  const mouth = style === 'beard' ? '#fff3df' : '#2b2230';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">
<path fill="${backgrounds[index % backgrounds.length]}" d="M0 0h96v96H0z"/>
<path fill="${colours[colour]}" d="${behind}"/>
<path fill="${shirt}" d="M12 96c0-19 14-28 36-28s36 9 36 28z"/>
<path fill="${skin}" d="M39 56h18v13c0 10-18 10-18 0z"/><circle cx="48" cy="42" r="20" fill="${skin}"/>
<circle cx="40.5" cy="42" r="2.3" fill="#2b2230"/><circle cx="55.5" cy="42" r="2.3" fill="#2b2230"/>
<path fill="${style === 'cap' ? shirt : colours[colour]}" d="${front}"/>
<path d="M42 51c3 4 9 4 12 0" fill="none" stroke="${mouth}" stroke-width="2.2" stroke-linecap="round"/></svg>`;
  const bytes = await sharp(Buffer.from(svg)).resize(96, 96).webp({ quality: 75, effort: 4 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}
