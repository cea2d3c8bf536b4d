import { limits } from '../../../../contract/limits.ts';

const named: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#39': "'" };

/**
 * A text without the markup that some calendars write into theirs: it would do no harm, and nobody wants to read it. At most twice as long as
 * what an entry may hold, in time that grows with its length alone.
 */
export function plainText(text: string): string {
  const bounded = text.slice(0, 2 * limits.textLength).replaceAll('\0', '');
  if (!/<(?:br|p|div|span|a|b|i|u|ul|ol|li|html|body)\b[^<>]*>/i.test(bounded)) return bounded.trim();
  return bounded
    .replaceAll(/<(?:br|\/p|\/div|\/li|\/ul|\/ol)\b[^<>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/&(nbsp|lt|gt|quot|apos|amp|#39);/g, (_entity, name: string) => named[name] as string)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
