import { LinkifyIt } from 'linkify-it';

export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

const phone = /^\+?[\d(][\d ()/.-]{1,30}\d/;
const domain = /^[^\s.]+\.[^\s.]/;

/** Finds full addresses, names that begin with www., and e-mail addresses; other words with a dot are no links. */
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

/** The only schemes, whatever the library will support. */
const schemes = /^(?:https?|mailto|tel):/i;

/** Splits a text into links and the text between them; the parts joined are the text. */
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
