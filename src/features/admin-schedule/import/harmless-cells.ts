/** Matches cells that a spreadsheet executes as a formula, with leading apostrophes. */
export const formula = /^'*[=+\-@\t\r]/;

/** Returns the cell without the apostrophe that escaped a formula. */
export const withoutApostrophe = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);
