/** Downloads a file; the browser chooses the place. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers start to read only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Returns the part of a title that every file system accepts. */
export const fileNameOf = (title: string): string =>
  title
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, ' ')
    .trim()
    .slice(0, 60) || 'event';
