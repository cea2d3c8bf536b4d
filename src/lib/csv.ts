/** Matches cells that a spreadsheet executes as a formula, with leading apostrophes. */
const formula = /^'*[=+\-@\t\r]/;

/** Matches cells that end elsewhere, or lose spaces, unless they are quoted. */
const ambiguous = /["\r\n;,\ufeff]|^\s|\s$/;

export type Delimiter = ';' | ',';

/** Returns the delimiter that spreadsheets of a language expect: the semicolon in locales with a decimal comma. */
export const delimiterIn = (language: string): Delimiter => (language.startsWith('de') ? ';' : ',');

/**
 * Returns rows as CSV (RFC 4180) for spreadsheets, in UTF-8 with a byte order mark. An apostrophe escapes formulas. Written here because
 * the library that reads CSV has a module format whose runtime would be loaded with the first screen once two screens share it.
 */
export const writeRows = (rows: readonly (readonly string[])[], delimiter: Delimiter): string =>
  `\ufeff${rows.map((row) => row.map(cellOf).join(delimiter)).join('\r\n')}`;

function cellOf(value: string): string {
  if (formula.test(value)) return quoted(`'${value}`);
  return ambiguous.test(value) ? quoted(value) : value;
}

const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;

/** Returns CSV as the content of a file. */
export const csvFile = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' });
