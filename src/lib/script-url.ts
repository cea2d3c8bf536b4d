interface Policy {
  createScriptURL(url: string): unknown;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy;
}

/** A page allows each policy name once. */
const policies = new WeakMap<TrustedTypes, Policy>();

function isOurs(url: string): boolean {
  if (/^\/(service-worker\.js|assets\/[\w.-]+\.js)$/.test(url)) return true;
  return import.meta.env.DEV && (url === '/dev-sw.js?dev-sw' || /^\/src\/[\w./-]+\.ts(\?[\w&=-]*)?$/.test(url));
}

/** Returns the URL of an own script as a trusted one, for pages that enforce Trusted Types. */
export function scriptUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  let policy = policies.get(trustedTypes);
  if (!policy) {
    policy = trustedTypes.createPolicy('event-companion', {
      createScriptURL: (address) => {
        if (isOurs(address)) return address;
        throw new TypeError(`no script of ours: ${address}`);
      },
    });
    policies.set(trustedTypes, policy);
  }
  return policy.createScriptURL(url) as string;
}
