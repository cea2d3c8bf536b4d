/** Bound parameters are limited (SQLite 32,766, PostgreSQL 65,535), and one statement should not run long. */
export const chunkSize = 500;

export function chunksOf<T>(items: readonly T[], size: number = chunkSize): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
