import { readFileSync } from 'node:fs';
import { isTimeZone } from '#contract/rules/checks.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { type Language, languages } from '#contract/languages.ts';
import type { MailKind } from '../store/mail/mails.ts';
import type { Message } from './message.ts';

type WithLink = Readonly<Record<'subject' | 'text' | 'action' | 'outro', string>>;

/** The content of `public/locales/{lng}/mail.json`. */
interface Texts extends Readonly<Record<MailKind, WithLink>> {
  readonly greeting: string;
  readonly greeting_nameless: string;
  readonly footer: string;
  readonly answer: Answers;
}

/** Answers to requests for mails and to opened links. */
type Answers = Readonly<
  Record<'verified' | 'already_verified' | 'verification_sent' | 'reset_sent' | 'password_changed' | 'address_reverted', string>
>;

const textsIn = (language: Language): Texts =>
  JSON.parse(readFileSync(new URL(`../../public/locales/${language}/mail.json`, import.meta.url), 'utf8')) as Texts;

const texts = Object.fromEntries(languages.map((language) => [language, textsIn(language)])) as Record<Language, Texts>;

export const answersIn = (language: Language): Answers => texts[language].answer;

export interface MailContent {
  readonly kind: MailKind;
  readonly language: Language;
  /** The person's name; empty if it is unknown or unverified. */
  readonly name: string;
  readonly link: string;
  readonly origin: string;
  /** The values of `{{name}}` in the texts. */
  readonly values?: Readonly<Record<string, string>>;
}

const nameLength = 100;

/** Returns a name on one line, cut to a maximum of UTF-16 code units. */
const shortened = (name: string): string => name.replaceAll(/\s+/g, ' ').trim().slice(0, nameLength).toWellFormed();

/** Returns the event's title and the day (ms since the epoch) in the event's time zone and the reader's format. */
export function eventValues({ title, timeZone, dateLocale }: MailedEvent, at: number, language: Language): Record<string, string> {
  const own = dateLocale.split('-')[0] === language ? dateLocale : { en: 'en-GB', de: 'de-DE' }[language];
  const format = new Intl.DateTimeFormat(own, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
  });
  return { title: shortened(title), date: format.format(at) };
}

type MailedEvent = Pick<EventRow, 'title' | 'timeZone' | 'dateLocale'>;

/** Returns a mail as text and as HTML, which loads nothing (no pictures, no fonts). */
export function renderMail({
  kind,
  language,
  name: given,
  link,
  origin,
  values = {},
}: MailContent): Pick<Message, 'subject' | 'text' | 'html'> {
  const words = texts[language];
  const filled = (sentence: string): string => sentence.replaceAll(/\{\{(\w+)\}\}/g, (mark, field: string) => values[field] ?? mark);
  const { action } = words[kind];
  const [subject, text, outro] = [words[kind].subject, words[kind].text, words[kind].outro].map(filled) as [string, string, string];
  const name = shortened(given);
  const greeting = name === '' ? words.greeting_nameless : words.greeting.replace('{{name}}', () => name);
  const footer = words.footer.replace('{{origin}}', () => origin);
  return {
    subject,
    text: [greeting, text, `${action}:\n${link}`, outro, `--\n${footer}`, ''].join('\n\n'),
    html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body>${[
      ...[greeting, text].map(paragraph),
      `<p><a href="${escaped(link)}">${escaped(action)}</a></p>`,
      ...[outro, footer].map(paragraph),
    ].join('\n')}</body></html>`,
  };
}

const paragraph = (text: string): string => `<p>${escaped(text)}</p>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for HTML content and quoted attributes. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
