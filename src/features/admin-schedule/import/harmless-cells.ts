/** What a spreadsheet would take for a formula, with the apostrophes before it. */
export const formula = /^'*[=+\-@\t\r]/;

/** A cell as it was before it was made harmless. */
export const withoutApostrophe = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);
