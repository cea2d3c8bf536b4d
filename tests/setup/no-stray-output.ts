// Fails a test with an unexpected warning or error on the console. A test that expects one spies on the method: vi.spyOn(console,
// 'error').mockImplementation(() => {}). Vitest itself fails the run for an unhandled rejection.
import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

const stray: string[] = [];

for (const method of ['error', 'warn'] as const) {
  console[method] = (...values: unknown[]) => {
    stray.push(`console.${method}: ${format(...values)}`);
  };
}

function failOnStray() {
  const found = stray.splice(0);
  if (found.length > 0) throw new Error(`Output that no test expected:\n${found.join('\n')}`);
}

afterEach(failOnStray);
afterAll(failOnStray);
