import { LinkifyIt } from 'linkify-it';

/** A piece of a text; with `href` it is a link. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

const phone = /^\+?[\d(][\d ()/.-]{1,30}\d/;
const domain = /^[^\s.]+\.[^\s.]/;

/** What is written out as an address, a name that begins with www., or an e-mail address; other words with a dot in them are none. */
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: true })
  .add('ftp:', null)
  .add('//', null)
  .add('tel:', {
    validate: (text, at) => phone.exec(text.slice(at))?.[0].length ?? 0,
    normalize: (match) => void (match.url = match.url.replaceAll(' ', '')),
  })
  .add('www.', {
    validate: (text, at, self) =>
      domain.test(text.slice(at)) ? self.testSchemaAt(`https://www.${text.slice(at)}`, 'https:', 'https:'.length) - '//www.'.length : 0,
    normalize: (match) => void (match.url = `https://${match.url}`),
  });

/** Only these, whatever the library should come to know. */
const schemes = /^(?:https?|mailto|tel):/i;

/** Parts a text into links and what stands between them; together they are the text. */
export function linksIn(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index, lastIndex, url } of linkify.match(text) ?? []) {
    if (!schemes.test(url)) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: text.slice(index, lastIndex), href: url });
    end = lastIndex;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
