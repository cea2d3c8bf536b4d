import { isSafeUrl } from '../../../contract/rules/checks.ts';
import type { ContactLinkBlock } from '../../../contract/resources/contact-links.ts';
import type { Reading } from '../../ui/forms/reading.ts';

/** `key` tells it from the others of its block for as long as it is edited. */
export interface LinkValues {
  readonly key: number;
  readonly name: string;
  readonly url: string;
}

/** What the form of a block holds; without a subtitle there is no field for it. */
export interface BlockValues {
  readonly title: string;
  readonly subtitle: string | null;
  readonly links: readonly LinkValues[];
}

/** What of a block people say, as the contract takes it. */
export type BlockFields = Pick<ContactLinkBlock, 'title' | 'subtitle' | 'links'>;

/** With what the address of a new link begins; nobody has filled it in yet. */
const placeholderUrl = 'https://';

export function newLink(name: string, others: readonly LinkValues[]): LinkValues {
  return { key: Math.max(-1, ...others.map(({ key }) => key)) + 1, name, url: placeholderUrl };
}

export function valuesOf(row: Partial<BlockFields> | null): BlockValues {
  const { title = '', subtitle = null, links = [] } = row ?? {};
  return { title, subtitle, links: links.map(({ name, url }, key) => ({ key, name, url })) };
}

/** Whether a link has both, and so is sent. */
export function isComplete({ name, url }: LinkValues): boolean {
  return name.trim() !== '' && url.trim() !== '' && url.trim() !== placeholderUrl;
}

/** Returns whether nobody has filled in anything of a new block; `linkName` is the first name of its links. */
export function isUntouched({ title, subtitle, links }: BlockValues, linkName: string): boolean {
  const texts = [title, subtitle ?? '', ...links.flatMap(({ name, url }) => [name.replace(linkName, ''), url.replace(placeholderUrl, '')])];
  return texts.every((text) => text.trim() === '');
}

type Problem = 'title' | 'url' | 'links';

/** Names of fields within one block; a form of several blocks puts the block's own name before them. */
export const fieldName = (part: 'title' | 'subtitle' | `${'name' | 'url'}-${number}`, prefix = ''): string => `${prefix}${part}`;

/** The block that the form describes, with its complete links alone, or what is wrong with it. */
export function readBlock({ title, subtitle, links }: BlockValues, prefix = ''): Reading<BlockFields, string, Problem> {
  const wrong: Record<string, Problem> = {};
  const complete = links.filter(isComplete);
  if (title.trim() === '') wrong[fieldName('title', prefix)] = 'title';
  for (const { key, url } of complete) if (!isSafeUrl(url.trim())) wrong[fieldName(`url-${key}`, prefix)] = 'url';
  const [first] = links;
  if (complete.length === 0 && first) wrong[fieldName(`${first.name.trim() === '' ? 'name' : 'url'}-${first.key}`, prefix)] = 'links';
  if (Object.keys(wrong).length > 0) return { kind: 'wrong', wrong };
  const fields = {
    title: title.trim(),
    subtitle: subtitle === null || subtitle.trim() === '' ? null : subtitle.trim(),
    links: complete.map(({ name, url }) => ({ name: name.trim(), url: url.trim() })),
  };
  return { kind: 'args', args: fields };
}
