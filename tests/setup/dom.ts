// Testing Library tidies up by itself only where the test functions are global.
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 30_000 });
afterEach(cleanup);
