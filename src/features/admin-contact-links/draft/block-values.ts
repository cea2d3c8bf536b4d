import { isSafeUrl } from '#contract/rules/checks.ts';
import type { ContactLinkBlock } from '#contract/resources/contact-links.ts';
import type { FormResult } from '#ui/forms/form-result.ts';

/** `key` identifies the link within its block while it is edited. */
export interface LinkValues {
  readonly key: number;
  readonly name: string;
  readonly url: string;
}

/** Values of the form of a block; `subtitle` null hides the field. */
export interface BlockValues {
  readonly title: string;
  readonly subtitle: string | null;
  readonly links: readonly LinkValues[];
}

/** The editable fields of a block in the contract. */
export type BlockFields = Pick<ContactLinkBlock, 'title' | 'subtitle' | 'links'>;

/** The address of a new link before anybody edits it. */
const placeholderUrl = 'https://';

export function newLink(name: string, others: readonly LinkValues[]): LinkValues {
  return { key: Math.max(-1, ...others.map(({ key }) => key)) + 1, name, url: placeholderUrl };
}

export function valuesOf(row: Partial<BlockFields> | null): BlockValues {
  const { title = '', subtitle = null, links = [] } = row ?? {};
  return { title, subtitle, links: links.map(({ name, url }, key) => ({ key, name, url })) };
}

/** Returns whether the link has a name and an address and so is sent. */
export function isComplete({ name, url }: LinkValues): boolean {
  return name.trim() !== '' && url.trim() !== '' && url.trim() !== placeholderUrl;
}

/** Returns whether nobody has filled in anything of a new block; `linkName` is the first name of its links. */
export function isUntouched({ title, subtitle, links }: BlockValues, linkName: string): boolean {
  const texts = [title, subtitle ?? '', ...links.flatMap(({ name, url }) => [name.replace(linkName, ''), url.replace(placeholderUrl, '')])];
  return texts.every((text) => text.trim() === '');
}

type Problem = 'title' | 'url' | 'links';

/** Returns the name of a field; a form with several blocks adds a prefix for each block. */
export const fieldName = (part: 'title' | 'subtitle' | `${'name' | 'url'}-${number}`, prefix = ''): string => `${prefix}${part}`;

/** Returns the fields of the block with its complete links, or the problems. */
export function readBlock({ title, subtitle, links }: BlockValues, prefix = ''): FormResult<BlockFields, string, Problem> {
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
