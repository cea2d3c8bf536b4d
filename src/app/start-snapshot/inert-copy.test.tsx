import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { inertCopy } from './inert-copy.ts';

test('copies the look without actions, ids and typed text', () => {
  const { container } = render(
    <main>
      <p data-passing>An update is there</p>
      <p role="status" className="visually-hidden">
        Heard once
      </p>
      <h2 id="a" style={{ color: 'red' }}>
        Camp
      </h2>
      <a href="#/chat" aria-labelledby="a" onClick={() => undefined}>
        Chat
      </a>
      <img alt="Logo" src="/images/logo" />
      <img src="blob:x" alt="Mine" />
      <textarea defaultValue="half a thought" />
      <input name="title" defaultValue="a secret" />
    </main>,
  );
  expect(inertCopy(container)).toBe(
    '<main><h2>Camp</h2><a href="#/chat">Chat</a><img alt="Logo" src="/images/logo"><img alt="Mine"><textarea></textarea><input></main>',
  );
});
