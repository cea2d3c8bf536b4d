/** Languages with catalogues in `public/locales`. The first is the fallback. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
