import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isSafeUrl } from '#contract/rules/checks.ts';
import { emailAddress } from '#contract/fields.ts';

/** Shows the contact of the data controller: an email address, a page, or plain text. */
export function Contact({ contact }: { contact: string | null }): ReactNode {
  const { t } = useTranslation('pages');
  const text = t('privacy.contact', { contact: contact ?? t('privacy.contact_unnamed') });
  const href = contact === null ? null : hrefOf(contact);
  return <p>{href === null ? text : <a href={href}>{text}</a>}</p>;
}

function hrefOf(contact: string): string | null {
  if (isSafeUrl(contact)) return contact;
  return emailAddress.safeParse(contact).success ? `mailto:${encodeURI(contact)}` : null;
}
