import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const find = (pattern: string): string[] => globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted();
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const pages = [...find('*.md'), ...find('docs/**/*.md'), ...find('{server,tests}/**/*.md')];
const withoutCode = (text: string): string => text.replaceAll(/^ *```[^]*?^ *```$/gm, '');

/** The anchors that GitHub makes of the headings. */
function anchorsOf(page: string): string[] {
  const headings = [...withoutCode(read(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
  return headings.map((heading) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Undefined, or the part of a target that does not exist. */
function missingOf(target: string, from: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? from : join(dirname(from), decodeURI(path));
  if (!existsSync(join(root, file))) return file;
  return anchor === undefined || anchorsOf(file).includes(anchor) ? undefined : `${file}#${anchor}`;
}

describe.each(pages)('%s', (page) => {
  const text = read(page);

  test('has links that resolve', () => {
    const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(([, link, source]) => (link ?? source)!);
    const relative = links.filter((link) => !/^[a-z]+:/.test(link));
    expect(relative.flatMap((link) => missingOf(link, page) ?? [])).toEqual([]);
  });

  test('names files that exist', () => {
    const names = [...withoutCode(text).matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!);
    // A walk through the code names one or two files of a folder at the beginning of a line.
    const walks = [...text.matchAll(/^ *([\w./-]+\/)([\w-]+\.tsx?)(?:, ([\w-]+\.tsx?))?/gm)].flatMap(([, folder, ...files]) =>
      files.flatMap((file) => (file === undefined ? [] : folder! + file)),
    );
    // CONTRIBUTING builds this module as an example.
    const files = [...names, ...walks].filter((name) => !name.includes('lost-items'));
    const paths = files.filter((name) => /^(?:src|server|contract|tests|bench|scripts|deploy|public|docs)\/[\w./{},*-]*$/.test(name));
    expect(paths.filter((path) => find(path).length === 0)).toEqual([]);
    const alone = files.filter((name) => /^[\w-]+(?:\.test)?\.(?:tsx?|mjs)$/.test(name));
    expect(alone.filter((name) => find(`{,{src,server,contract,tests,bench,scripts}/**/}${name}`).length === 0)).toEqual([]);
  });

  test('has no table line over 200 characters', () => {
    expect(text.split('\n').filter((line) => /^ *\|/.test(line) && line.length > 200)).toEqual([]);
  });

  test('has no sentence that begins with a relative word', () => {
    const starts =
      /(?:^(?:#+ |- |\d\. |\| )?(?:\*\*)?|[.:!?]\*{0,2} )(?:What|Who|Whoever|Whose|Whether|Of|Those|That|Where|Which|By which)\b[^.]*/gm;
    expect(withoutCode(text).match(starts) ?? []).toEqual([]);
  });
});

test('code names documents and anchors that exist', () => {
  const files = find('{src,server,contract,tests,bench,scripts,deploy}/**/*.{ts,tsx,mjs,yml,yaml}');
  const missing = files.flatMap((file) =>
    [...read(file).matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].flatMap(([target]) => {
      const problem = missingOf(target, '');
      return problem === undefined ? [] : `${file}: ${problem}`;
    }),
  );
  expect(missing).toEqual([]);
});
