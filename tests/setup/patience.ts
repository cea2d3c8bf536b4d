// A busy machine is slow, not wrong: the default of Vitest is one second.
import { vi } from 'vitest';

/** Half of the shortest timeout of a test. Fake clocks advance by at most this much (ms) while a test waits. */
const patience = 30_000;
type Options = Parameters<typeof vi.waitFor>[1];

const { waitFor, waitUntil } = vi;
const patient = (options: Options): Options => (typeof options === 'number' ? options : { timeout: patience, ...options });
vi.waitFor = (check, options) => waitFor(check, patient(options));
vi.waitUntil = (check, options) => waitUntil(check, patient(options));
