/** In the order of display. */
export const contactKinds = ['email', 'whatsapp', 'instagram', 'linkedin'] as const;

export type ContactKind = (typeof contactKinds)[number];

/** Contacts as typed by the person: free text. Missing in rows of an older contract. */
type Contacts = { readonly [Kind in ContactKind]?: string | null };

export interface ContactPerson extends Contacts {
  /** Present if actions about the person are available. */
  readonly userId?: number;
  readonly name: string;
  readonly image: string | null;
}

/** Returns a link for each contact, or null. Any text becomes `mailto:` or `https:`, never a link that runs a script. */
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

/** Returns a web address with its scheme, also for a text such as `linkedin.com/in/ben`. */
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

/** Returns the digits with the country code, as `wa.me` requires. A number without a country code would lead to another person. */
function whatsappLink(text: string | null): string | null {
  // A number copied from a phone's contacts may contain direction marks.
  const number = (text ?? '').replaceAll(/\p{Cf}/gu, '').trim();
  const digits = number
    .replace(/^(\+|00)([^(]*)\(0\)/, '$1$2')
    .replace(/^(\+|00)/, '')
    .replaceAll(/[\s()/.\p{Pd}]/gu, '');
  return /^[1-9]\d{4,19}$/.test(digits) ? `https://wa.me/${digits}` : null;
}

/** Returns the profile of a name with or without a leading `@`. */
function profileLink(place: string, text: string | null): string | null {
  const name = (text ?? '').trim().replace(/^@/, '');
  return name === '' ? null : place + encodeURIComponent(name);
}
