import { Dexie, type Table } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { floorCount, floorPost } from './start-floor-data.ts';

interface Post {
  id: string;
  order: number;
  content: string;
}

const db = new Dexie('floor') as Dexie & { posts: Table<Post, string> };
db.version(1).stores({ posts: 'id, order' });

/** Shows the newest posts by one live query: the least work for React and Dexie. */
function Newest(): ReactNode {
  const posts = useLiveQuery(() => db.posts.orderBy('order').reverse().limit(20).toArray());
  return (
    <ul>
      {posts?.map(({ id, content }) => (
        <li key={id}>{content}</li>
      ))}
    </ul>
  );
}

async function fill(): Promise<void> {
  if ((await db.posts.count()) > 0) return;
  await navigator.serviceWorker.register('/worker.js');
  await navigator.serviceWorker.ready;
  const contentOf = (order: number): string => (order === floorCount - 1 ? floorPost : 'x'.repeat(300));
  await db.posts.bulkAdd(Array.from({ length: floorCount }, (_, order) => ({ id: crypto.randomUUID(), order, content: contentOf(order) })));
  document.title = 'installed';
}

const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(<Newest />);
// Only the very first visit has to fill the database.
setTimeout(() => void fill(), 5_000);
