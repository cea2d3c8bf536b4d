import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Post } from '#contract/resources/posts.ts';
import { type Query, SearchIndex } from '../../src/features/search/index/search-index.ts';
import { median, ratio, rounded, table } from '../figures.ts';

const sizes = [10_000, 50_000];
/** The texts that a person types on the way to a hit, and one that is nowhere. */
const queries = ['z', 'ze', 'zelt', 'küchenzelt', 'see abend', 'koeln', 'nirgendwo'];

const words =
  'wir treffen uns heute Abend am See und bringen Essen mit das Küchenzelt steht neben der großen Wiese wer hat noch einen Schlafsack frei Köln Straße Bahnhof Gitarre Workshop morgen früh Café Zelt Platz Fahrt nach Hause danke euch allen Programm Bühne Regen Sonne Kinder Spiele offen für alle 10 Uhr bitte pünktlich'.split(
    ' ',
  );

/** Returns posts of 100 to 300 characters, the same ones in each run. */
export function manyPosts(count: number): Post[] {
  let seed = 1;
  const next = (below: number): number => (seed = (seed * 48_271) % 0x7fffffff) % below;
  return Array.from({ length: count }, (_, order) => {
    let content = '';
    const length = 100 + next(200);
    while (content.length < length) content += `${words[next(words.length)]} `;
    const createdAt = new Date(order * 1_000).toISOString();
    // In one piece, as the database returns it.
    content = Buffer.from(content).toString();
    return { id: `post-${order}`, version: 1, eventId: 1, authorId: next(500), content, replyToId: null, order, createdAt };
  });
}

function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

const megabytes = (bytes: number): string => `${rounded(bytes / 1_000_000)} MB`;

/** Measures the index of the search beside a plain `indexOf` over the same texts, which knows no accents and no order; returns a table. */
export function measureSearch({ runs }: { runs: number }): string {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const lines = sizes.flatMap((size) => {
    const posts = manyPosts(size);
    const texts = posts.map(({ content }) => content);
    const before = used();
    const index = new SearchIndex();
    index.load('posts', posts);
    const memory = used() - before;
    const build = median(Array.from({ length: runs }, () => timed(() => new SearchIndex().load('posts', posts))));
    const change = median(posts.slice(0, 100).map((post) => timed(() => index.put('posts', { ...post, version: 2 }))));
    const letters = texts.reduce((sum, text) => sum + text.length, 0);
    const head = [`${size} posts of ${rounded(letters / size)} letters`];
    const own = queries.map((text) => {
      const query: Query = { text, kinds: ['posts'], most: {}, now: 0 };
      const found = median(Array.from({ length: runs * 5 }, () => timed(() => index.search(query))));
      const plain = median(Array.from({ length: runs * 5 }, () => timed(() => texts.filter((each) => each.includes(text)).length)));
      return [`“${text}”`, `${rounded(found)} ms`, `${rounded(plain)} ms`, ratio(found, plain)];
    });
    return [
      [...head, '', '', ''],
      ['build', `${rounded(build)} ms`, '', ''],
      ['one changed row', `${(change * 1_000).toFixed(0)} µs`, '', ''],
      ['memory in addition to the rows', megabytes(memory), megabytes(letters), ratio(memory, letters)],
      ...own,
    ];
  });
  return table([`search, medians of ${runs}`, 'index', 'plain text', 'ratio'], lines);
}
