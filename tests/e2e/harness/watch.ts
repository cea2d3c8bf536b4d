import { inspect } from 'node:util';
import type { BrowserContext, ConsoleMessage } from 'playwright-core';

/** Chromium itself reports failed requests on the console; which of them are in order depends on what the test does. */
const failedRequest = /^Failed to load resource: /;

/** What takes the network away. */
export type Outage = 'offline' | 'server down';

/** What only such an outage makes it report, however late; a service worker that has a picture from nowhere fails without saying why. */
const broughtBy: readonly (readonly [Outage, RegExp])[] = [
  ['offline', /^Failed to load resource: net::ERR_(INTERNET_DISCONNECTED |FAILED .*\/images\/)/],
  [
    'server down',
    /^Failed to load resource: net::ERR_((CONNECTION|SOCKET)_|EMPTY_RESPONSE |INCOMPLETE_CHUNKED_ENCODING |FAILED .*\/images\/)/,
  ],
];

/** What Playwright says where a device has no service worker. */
const noWorker = /^console\.warning: Service Worker registration blocked by Playwright/;

/** Collects what must not appear on the console of a device: errors, warnings, exceptions, reports of the content security policy. */
export class Watch {
  readonly #problems: string[] = [];
  readonly #expected: RegExp[] = [noWorker];

  constructor(context: BrowserContext, had: (outage: Outage) => boolean) {
    const note = (problem: string): void => {
      if (broughtBy.some(([outage, pattern]) => had(outage) && pattern.test(problem))) return;
      if (this.#expected.some((pattern) => pattern.test(problem))) return;
      this.#problems.push(problem);
    };
    const noteMessage = (message: ConsoleMessage): void => {
      if (!['error', 'warning', 'assert'].includes(message.type())) return;
      const text = message.text();
      note(failedRequest.test(text) ? `${text} ${message.location().url}` : `console.${message.type()}: ${text} ${message.location().url}`);
    };
    context.on('console', noteMessage);
    context.on('weberror', (error) => note(`uncaught: ${inspect(error.error())} ${error.page()?.url() ?? ''}`));
    context.on('serviceworker', (worker) => worker.on('console', noteMessage));
  }

  /** From now on this is in order, for a test that provokes it. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** What was found, once. */
  take(): string[] {
    return this.#problems.splice(0);
  }
}

/** Says what the policy stopped, in every document of a device; runs in the page. */
export function reportPolicyViolations(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
    console.error(`content security policy: ${violatedDirective} ${blockedURI} ${sample}`);
  });
}
