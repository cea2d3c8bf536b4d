const tally = { passed: 0, failed: 0, skipped: 0 };

export function count({ passed = 0, failed = 0, skipped = 0 }) {
  tally.passed += passed;
  tally.failed += failed;
  tally.skipped += skipped;
}

/** Counts one step as one test and shows why it failed; returns the result of its work, or undefined. */
export async function step(name, work) {
  try {
    const result = await work();
    count({ passed: 1 });
    console.log(`✓ ${name}`);
    return result;
  } catch (error) {
    count({ failed: 1 });
    console.log(`✗ ${name}: ${error.message}`);
    return undefined;
  }
}

/** Prints the totals, which must be the last line, and fails the process if anything failed. */
export function close() {
  console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
  process.exitCode = tally.failed === 0 ? 0 : 1;
}
