import { expect, test } from 'vitest';
import { startPage } from './start-page.ts';

const shell = `<!doctype html>
<html data-app="/assets/app-a.js" data-texts="1" lang="en">
  <head>
    <script data-start>begin()</script>
    <link rel="stylesheet" crossorigin href="/assets/style-a.css">
  </head>
  <body><template lang="en"><h1>Sign in</h1></template><script data-first-visit>show()
show()</script><div id="root"><div class="boot"></div></div></body>
</html>`;

test('a start page has the snapshot before the empty root, and start.js begins the app', () => {
  const page = startPage(shell, '/assets/app-a.js', { picture: '<h1>$& Camp</h1>', language: 'de', wish: 'de "x" true' });
  expect(page).toBe(`<!doctype html>
<html data-app="/assets/app-a.js" data-texts="1" lang="de" data-wish="de &quot;x&quot; true">
  <head>
    <script data-start>begin()</script>
    <link rel="stylesheet" crossorigin href="/assets/style-a.css">
  </head>
  <body><div id="last-screen" inert aria-hidden="true"><h1>$& Camp</h1></div><div id="root"><div class="boot"></div></div></body>
</html>`);
});

test('returns null for the page of another build', () => {
  expect(startPage(shell, '/assets/app-b.js', { picture: '', language: 'en', wish: '' })).toBeNull();
});
