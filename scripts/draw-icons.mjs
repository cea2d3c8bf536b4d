// Draws all files in public/icons, public/flags and public/images from the shapes below: `node scripts/draw-icons.mjs`. The results are
// committed; run it again only after a shape has changed.
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const publicFolder = new URL('../public/', import.meta.url);

const night = '#2a2148';
const plum = '#5b2f6b';
const sun = '#ffb830';
const coral = '#ee5a3f';
const hem = '#f9826a';
const cream = '#fff3df';

const svg = (width, height, content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>\n`;

/** Rays of the half sun, from the left horizon to the right one. */
const rays = [-72, -36, 0, 36, 72].map((angle) => `<path d="M256 66V28" transform="rotate(${angle} 256 206)"/>`).join('');

/** The event in your pocket: a sun that rises out of a pocket. Drawn on 512 × 512, it fills the width from 76 to 436. */
const mark = (stitches) => `
<g stroke="${sun}" stroke-width="30" stroke-linecap="round" fill="none">${rays}</g>
<circle cx="256" cy="206" r="98" fill="${sun}"/>
<path d="M84 216h344v128c0 28-15 54-40 68l-108 60c-15 8-33 8-48 0l-108-60c-25-14-40-40-40-68z" fill="${coral}"/>
<path d="M100 196h312a24 24 0 0 1 24 24v36H76v-36a24 24 0 0 1 24-24z" fill="${hem}"/>
${stitches ? `<path d="M118 284v58c0 17 9 32 24 40l102 57c8 4 16 4 24 0l102-57c15-8 24-23 24-40v-58" fill="none" stroke="${cream}" stroke-width="11" stroke-linecap="round" stroke-dasharray="26 24"/>` : ''}`;

const sky = `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${night}"/><stop offset="1" stop-color="${plum}"/></linearGradient></defs>`;

const scaled = (scale, content) => `<g transform="translate(${256 * (1 - scale)} ${256 * (1 - scale)}) scale(${scale})">${content}</g>`;

const logo = svg(512, 512, mark(true));
const favicon = svg(512, 512, mark(false));
const rounded = svg(512, 512, `${sky}<rect width="512" height="512" rx="112" fill="url(#sky)"/>${scaled(0.8, mark(true))}`);
const square = svg(512, 512, `${sky}<rect width="512" height="512" fill="url(#sky)"/>${scaled(0.8, mark(true))}`);
// A launcher may cut a maskable icon down to the inner circle of 80 % (W3C, Web App Manifest, icon masks).
const maskable = svg(512, 512, `${sky}<rect width="512" height="512" fill="url(#sky)"/>${scaled(0.7, mark(true))}`);

// Android draws the opaque part of a badge in one colour, so gaps replace the colours.
const badge = svg(
  512,
  512,
  `<g fill="#fff"><g stroke="#fff" stroke-width="34" stroke-linecap="round">${rays}</g><path d="M158 176a98 98 0 0 1 196 0z"/>
<path d="M100 196h312a24 24 0 0 1 24 24v20H76v-20a24 24 0 0 1 24-24zM84 264h344v80c0 28-15 54-40 68l-108 60c-15 8-33 8-48 0l-108-60c-25-14-40-40-40-68z"/></g>`,
);

const unionFlag = svg(
  60,
  40,
  `<rect width="60" height="40" fill="#012169"/>
<path d="M0 0l60 40M60 0L0 40" stroke="#fff" stroke-width="8"/>
<path d="M0 0l30 20M60 40L30 20" stroke="#c8102e" stroke-width="2.7" transform="translate(-.7 1.1)"/>
<path d="M60 0L30 20M0 40l30-20" stroke="#c8102e" stroke-width="2.7" transform="translate(.7 1.1)"/>
<path d="M30 0v40M0 20h60" stroke="#fff" stroke-width="13.3"/><path d="M30 0v40M0 20h60" stroke="#c8102e" stroke-width="8"/>`,
);
const germanFlag = svg(
  60,
  40,
  '<path d="M0 0h60v14H0z"/><path d="M0 13.3h60v13.4H0z" fill="#d00"/><path d="M0 26.7h60V40H0z" fill="#ffce00"/>',
);

const placeholderProfile = svg(
  96,
  96,
  '<rect width="96" height="96" fill="#d9d2de"/><circle cx="48" cy="38" r="17" fill="#8d8298"/><path d="M14 96c0-22 15-34 34-34s34 12 34 34z" fill="#8d8298"/>',
);

const png = (source, width, height = width) =>
  sharp(Buffer.from(source), { density: 288 }).resize(width, height).png({ compressionLevel: 9 }).toBuffer();

const files = {
  'icons/logo.svg': logo,
  'icons/logo.png': await png(logo, 512),
  'icons/favicon.svg': favicon,
  'icons/icon-192.png': await png(rounded, 192),
  'icons/icon-512.png': await png(rounded, 512),
  'icons/maskable-192.png': await png(maskable, 192),
  'icons/maskable-512.png': await png(maskable, 512),
  'icons/apple-touch-icon-180.png': await png(square, 180),
  'icons/badge-96.png': await png(badge, 96),
  'flags/en.png': await png(unionFlag, 120, 80),
  'flags/de.png': await png(germanFlag, 120, 80),
  'images/placeholder-profile.svg': placeholderProfile,
};

for (const [name, content] of Object.entries(files)) {
  const file = new URL(name, publicFolder);
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, content);
}
