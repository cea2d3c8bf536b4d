// What passed and what failed in this run, and its last line.

const tally = { passed: 0, failed: 0, skipped: 0 };

export function count({ passed = 0, failed = 0, skipped = 0 }) {
  tally.passed += passed;
  tally.failed += failed;
  tally.skipped += skipped;
}

/** Counts one step as one test and shows why it failed; gives what its work gave, or undefined. */
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

/** Says the sum of everything, which has to be the last line, and fails the process where anything failed. */
export function close() {
  console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
  process.exitCode = tally.failed === 0 ? 0 : 1;
}
