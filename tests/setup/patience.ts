// A busy machine is slow, not wrong: by itself Vitest waits no longer than a second for what a test says will come.
import { vi } from 'vitest';

/** Half of the shortest time that a test has; the clock of a test that plays with it goes on meanwhile, at most so far (ms). */
const patience = 30_000;
type Options = Parameters<typeof vi.waitFor>[1];

const { waitFor, waitUntil } = vi;
const patient = (options: Options): Options => (typeof options === 'number' ? options : { timeout: patience, ...options });
vi.waitFor = (check, options) => waitFor(check, patient(options));
vi.waitUntil = (check, options) => waitUntil(check, patient(options));
