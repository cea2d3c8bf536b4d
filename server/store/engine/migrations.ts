import { readdir } from 'node:fs/promises';
import type { Migration } from 'kysely/migration';

const folder = new URL('../migrations/', import.meta.url);

/** The migrations of the folder by the names of their files, which say their order; each exports one. What was released is never changed. */
export async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{3}-[a-z-]+\.ts$/.test(file)).toSorted();
  const read = async (file: string): Promise<[string, Migration]> => {
    const [migration] = Object.values((await import(new URL(file, folder).href)) as Record<string, Migration>);
    if (!migration) throw new TypeError(`${file} exports no migration`);
    return [file.replace('.ts', ''), migration];
  };
  return Object.fromEntries(await Promise.all(files.map(read)));
}
