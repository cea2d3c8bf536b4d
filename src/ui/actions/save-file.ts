/** Hands a file to the person; where it ends up is the browser's business. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers begin to read only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Of a title what every file system takes. */
export const fileNameOf = (title: string): string =>
  title
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, ' ')
    .trim()
    .slice(0, 60) || 'event';
