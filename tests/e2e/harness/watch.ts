import { inspect } from 'node:util';
import type { BrowserContext, ConsoleMessage } from 'playwright-core';

/** Chromium reports failed requests on the console; each test declares the expected ones. */
const failedRequest = /^Failed to load resource: /;

export type Outage = 'offline' | 'server down';

/** Errors that only such an outage causes, however late; a service worker without a picture fails without a reason. */
const broughtBy: readonly (readonly [Outage, RegExp])[] = [
  ['offline', /^Failed to load resource: net::ERR_(INTERNET_DISCONNECTED |FAILED .*\/images\/)/],
  [
    'server down',
    /^Failed to load resource: net::ERR_((CONNECTION|SOCKET)_|EMPTY_RESPONSE |INCOMPLETE_CHUNKED_ENCODING |FAILED .*\/images\/)/,
  ],
];

/** Playwright's warning on a device without a service worker. */
const noWorker = /^console\.warning: Service Worker registration blocked by Playwright/;

/** Collects console errors, warnings, exceptions and reports of the content security policy on a device. */
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

  /** Accepts this problem from now on, for a test that provokes it. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Returns the problems found so far and forgets them. */
  take(): string[] {
    return this.#problems.splice(0);
  }
}

/** Logs each violation of the policy, in every document of a device; runs in the page. */
export function reportPolicyViolations(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
    console.error(`content security policy: ${violatedDirective} ${blockedURI} ${sample}`);
  });
}
