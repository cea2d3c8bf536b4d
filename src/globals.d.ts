/** The app's version, from package.json. */
declare const __APP_VERSION__: string;
/** Changes whenever a translation changes; appended to the catalogues' addresses so that no cache keeps an old one. */
declare const __LOCALE_VERSION__: string;
