import { limits } from '#contract/limits.ts';

const named: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#39': "'" };

/** Returns the text without HTML that some calendars write. The result is at most twice as long as an entry allows; runs in linear time. */
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
