/** The oldest browsers of the app, as Vite names them; docs/browsers.md has the table. */
export const oldestBrowsers = ['chrome111', 'edge111', 'firefox121', 'safari16.4'];

/** The oldest browsers support everything that was Baseline (web-features) at the end of this year. */
export const baseline = 2022;

/** Later features in the built app, by their names in the linters, with the reason why the oldest browsers manage. */
export const newerFeatures: Readonly<Record<string, string>> = {
  // The app uses a part that is older than the whole feature.
  'async-clipboard': 'only writeText: Chrome 66, Firefox 63, Safari 13.1',
  'abortsignal-timeout': 'Chrome 103, Firefox 100, Safari 16',
  createimagebitmap: 'from a file, without options: Chrome 50, Firefox 42, Safari 15',
  "Selector 'has'": 'Chrome 105, Firefox 121, Safari 15.4',
  "Property 'outline'": 'follows rounded corners since Safari 16.4',
  "Function 'color-mix'": 'Chrome 111, Firefox 113, Safari 16.2',
  "Property 'user-select'": 'Safari takes it with the prefix that the build adds',
  "Property 'line-clamp'": 'the prefixed property is declared, too',
  "Property 'accent-color'": 'Chrome 93, Firefox 92, Safari 15.4',
  "Property 'hyphens'": 'Safari takes it with the prefix that the build adds; Chrome 88, Firefox 43',
  // The code checks for the feature first.
  'network-information': 'used if it is there',
  'ua-client-hints': 'Dexie recognises Safari by its absence',
  'storage-manager': 'persist() and persisted() are called if they are there (src/sync/device/kept-storage.ts)',
  notifications: 'used if it is there (src/lib/platform.ts)',
  webcodecs: 'ImageDecoder is used if it is there (src/ui/pictures/decode-picture.ts)',
  badging: 'the icon has no number without it (src/app/deferred/use-app-badge.ts)',
  share: 'the button is absent without it',
  'intl-duration-format': 'the polyfill of Temporal uses it if it is there',
  'explicit-resource-management': 'the signals of dnd-kit assign to a symbol that may be undefined',
  "Property 'view-transition-name'": 'belongs to startViewTransition, which is called if it is there',
  "Property 'view-transition-class'": 'as above',
  "Selector 'view-transition'": 'as above',
  "Selector 'view-transition-group'": 'as above',
  "Selector 'view-transition-old'": 'as above',
  "Selector 'view-transition-new'": 'as above',
  // Without the feature the screen looks plainer and works.
  "Property 'text-size-adjust'": 'letters of a phone that is turned may grow',
  "Property 'overscroll-behavior'": 'the page scrolls behind the open menu',
  "Property 'overscroll-behavior-y'": 'the browser reloads by a pull, too',
  "Property 'text-wrap'": 'lines of a title differ in length',
  "Property 'hyphenate-limit-chars'": 'shorter words are hyphenated, too',
  "Property 'forced-color-adjust'": 'the bars of a chart have a forced colour, and their numbers beside them',
  "Property 'resize'": 'the field scrolls',
  "Property 'field-sizing'": 'the field keeps its height and scrolls',
  "Property 'content-visibility'": 'long lists are drawn whole',
  "Property 'contain-intrinsic-size'": 'belongs to content-visibility',
  "Property 'mask-image'": 'only where animation-timeline is supported: the tabs end without a fade',
  "Property 'scrollbar-width'": 'a scrollbar is visible',
  "Value 'ui-monospace' of property 'font-family'": 'the next font of the list is used',
};
