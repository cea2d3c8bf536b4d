import { readFileSync } from 'node:fs';
import { type Language, languages } from '#contract/languages.ts';
import type { Announcement } from '#contract/resources/announcements.ts';
import { announcementSubject } from '#server/store/push/push-jobs.ts';
import type { Messages } from '../store/push/push-subscriptions.ts';

/** The content of `public/locales/{lng}/push.json`. */
interface Texts {
  readonly announcement: { readonly title: string; readonly without_text: string };
  readonly news: NewsTexts;
  /** People in texts: one who left, and one without a name. */
  readonly person: Readonly<Record<'former' | 'nameless', string>>;
  /** Titles with `{{title}}`. */
  readonly agenda: Readonly<Record<AgendaWords['kind'], string>>;
}

/** By resource, and for mentions: titles for one row, with and without a name, and the texts for several rows. */
interface NewsTexts {
  readonly [resource: string]: Readonly<Record<'title' | 'title_nameless' | 'title_many' | 'text_many', string>>;
}

const textsIn = (language: Language): Texts =>
  JSON.parse(readFileSync(new URL(`../../public/locales/${language}/push.json`, import.meta.url), 'utf8')) as Texts;

const texts = Object.fromEntries(languages.map((language) => [language, textsIn(language)])) as Record<Language, Texts>;

/** Returns the name of a person in a text; undefined for one who left the event. */
export function nameInText(name: string | undefined, language: Language): string {
  const { former, nameless } = texts[language].person;
  return name === undefined ? former : name.trim() || nameless;
}

export const inEachLanguage = (payload: (language: Language) => string): Messages =>
  Object.fromEntries(languages.map((language) => [language, payload(language)])) as Messages;

/** Longer texts are cut (UTF-16 code units): push services accept 4,096 bytes (RFC 8030) including encryption and JSON. */
const titleLength = 100;
const bodyLength = 400;

/**
 * Returns JSON that browsers with declarative Web Push show by themselves, and the service worker elsewhere. Without an origin the link is
 * a path.
 */
export function announcementPayload(announcement: Announcement, language: Language, origin: string): string {
  const { title, without_text: withoutText } = texts[language].announcement;
  const notification = {
    title: title.replace('{{title}}', () => excerpt(announcement.title, titleLength)),
    body: excerpt(announcement.content, bodyLength) || withoutText,
    navigate: `${origin}/#/announcements`,
    lang: language,
    tag: announcementSubject(announcement.id),
  };
  return JSON.stringify({ web_push: 8030, notification });
}

interface NewsWords {
  readonly resource: string;
  readonly name: string;
  readonly text: string;
}

/** The link of the news, and the topic in which newer ones replace them. */
interface NewsPlace {
  readonly url: string;
  readonly topic: string;
}

export function newsPayload({ resource, name, text }: NewsWords, place: NewsPlace, language: Language): string {
  const words = newsTextsOf(resource, language);
  const title = name === '' ? words.title_nameless : words.title.replace('{{name}}', () => excerpt(name, titleLength / 2));
  return newsMessage({ title, body: excerpt(text, bodyLength) }, place, language);
}

/** Returns the payload for several rows of a resource, with `{{count}}` unfilled. */
export function payloadOfMany(resource: string, place: NewsPlace, language: Language): string {
  const { title_many: title, text_many: body } = newsTextsOf(resource, language);
  return newsMessage({ title, body }, place, language);
}

/** Throws a `TypeError` for a resource without texts. */
function newsTextsOf(resource: string, language: Language) {
  const words = texts[language].news[resource];
  if (!words) throw new TypeError(`push.json has no words for ${resource}`);
  return words;
}

export interface AgendaWords {
  readonly kind: 'moved' | 'cancelled' | 'soon';
  readonly id: string;
  readonly title: string;
  /** An instant (UTC), shown in this zone. */
  readonly startDate: string;
  readonly timeZone: string;
  readonly place: string;
  readonly origin: string;
  readonly tag: string;
}

/** Returns the payload about something in a person's agenda. */
export function agendaMessage({ kind, id, title, startDate, timeZone, place, origin, tag }: AgendaWords, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone });
  const words = {
    title: texts[language].agenda[kind].replace('{{title}}', () => excerpt(title, titleLength)),
    body: excerpt([format.format(new Date(startDate)), place].filter(Boolean).join(' · '), bodyLength),
  };
  return newsMessage(words, { url: `${origin}/#/agenda${kind === 'cancelled' ? '' : `/entry/${id}`}`, topic: tag }, language);
}

function newsMessage(words: { title: string; body: string }, { url, topic }: NewsPlace, language: Language): string {
  return JSON.stringify({ web_push: 8030, notification: { ...words, navigate: url, lang: language, tag: topic } });
}

/** Returns the beginning of a text on one line, cut between words if possible and never within a character. */
function excerpt(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const cut = line
    .slice(0, length - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  return `${cut.replace(/ \S{0,20}$/, '')}…`;
}
