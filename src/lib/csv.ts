import Papa from 'papaparse';

/** Matches cells that a spreadsheet executes as a formula, with leading apostrophes. */
const formula = /^'*[=+\-@\t\r]/;

export type Delimiter = ';' | ',';

/** Returns the delimiter that spreadsheets of a language expect: the semicolon in locales with a decimal comma. */
export const delimiterIn = (language: string): Delimiter => (language.startsWith('de') ? ';' : ',');

/** Returns rows as CSV for spreadsheets, in UTF-8 with a byte order mark. An apostrophe escapes formulas. */
export function writeRows(rows: readonly (readonly string[])[], delimiter: Delimiter): string {
  return `\ufeff${Papa.unparse(rows as string[][], { delimiter, escapeFormulae: formula })}`;
}

/** Returns CSV as the content of a file. */
export const csvFile = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' });
