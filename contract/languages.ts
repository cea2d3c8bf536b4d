/** What people read: each has its catalogues in `public/locales`, the first one is for those who read none of them. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
