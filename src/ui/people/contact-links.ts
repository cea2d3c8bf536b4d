/** In the order in which they are offered. */
export const contactKinds = ['email', 'whatsapp', 'instagram', 'linkedin'] as const;

export type ContactKind = (typeof contactKinds)[number];

/** How somebody can be reached, as they wrote it themselves: free text. Rows of an older contract have none of it. */
export type Contacts = { readonly [Kind in ContactKind]?: string | null };

/** Where each way leads, null where there is none. Whatever somebody wrote becomes `mailto:` or `https:`, and never a link that runs. */
export function contactLinks({
  email = null,
  whatsapp = null,
  instagram = null,
  linkedin = null,
}: Contacts): Record<ContactKind, string | null> {
  return {
    email: email !== null && /^[^\s@]+@[^\s@]+$/.test(email) ? `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}` : null,
    whatsapp: webAddress(whatsapp) ?? whatsappLink(whatsapp),
    instagram: webAddress(instagram) ?? profileLink('https://www.instagram.com/', instagram),
    linkedin: webAddress(linkedin) ?? profileLink('https://www.linkedin.com/in/', linkedin),
  };
}

/** An address with its scheme, or one that can be read as such: `linkedin.com/in/ben`. */
function webAddress(text: string | null): string | null {
  const value = text?.trim() ?? '';
  const address = /^https?:\/\//i.test(value) ? value : /^[\w-]+(\.[\w-]+)+\/\S+$/.test(value) ? `https://${value}` : null;
  if (address === null) return null;
  try {
    return new URL(address).href;
  } catch {
    return null;
  }
}

/** A number with its country, as `wa.me` wants it: digits alone. One without a country would be somebody else's. */
function whatsappLink(text: string | null): string | null {
  // What is copied from a phone's contacts may carry marks of direction.
  const number = (text ?? '').replaceAll(/\p{Cf}/gu, '').trim();
  const digits = number
    .replace(/^(\+|00)([^(]*)\(0\)/, '$1$2')
    .replace(/^(\+|00)/, '')
    .replaceAll(/[\s()/.\p{Pd}]/gu, '');
  return /^[1-9]\d{4,19}$/.test(digits) ? `https://wa.me/${digits}` : null;
}

/** A name, with or without the `@` that some put in front of it. */
function profileLink(place: string, text: string | null): string | null {
  const name = (text ?? '').trim().replace(/^@/, '');
  return name === '' ? null : place + encodeURIComponent(name);
}
