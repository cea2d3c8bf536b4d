import { createHash } from 'node:crypto';

/**
 * Returns a function that names classes of CSS modules shorter than Vite does, because the first script contains each name. Throws if two
 * are alike.
 */
export function shortClassNames(): (name: string, file: string) => string {
  const files = new Map<string, string>();
  return (name, file) => {
    const short = `${name}_${createHash('sha256').update(file.split('?')[0]!.split('/src/').at(-1)!).digest('base64url').slice(0, 3)}`;
    const taken = files.get(short);
    if (taken !== undefined && taken !== file) throw new Error(`${file} and ${taken} have the same class ${short}`);
    files.set(short, file);
    return short;
  };
}
