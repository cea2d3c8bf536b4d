import type ICAL from 'ical.js';
import { limits } from '../limits.ts';

export const stringOf = (component: ICAL.Component, name: string): string => {
  const value = component.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : '';
};

export const titleOf = (component: ICAL.Component): string => cleaned(stringOf(component, 'summary'), limits.titleLength);

export const tzidOf = (component: ICAL.Component, name: string): string | undefined =>
  component.getFirstProperty(name)?.getFirstParameter('tzid') || undefined;

/** Returns true for cancelled and private entries. */
export function isHidden(component: ICAL.Component): boolean {
  const isCancelled = stringOf(component, 'status').toUpperCase() === 'CANCELLED';
  return isCancelled || ['PRIVATE', 'CONFIDENTIAL'].includes(stringOf(component, 'class').toUpperCase());
}

export function organiserOf(component: ICAL.Component): string | null {
  const organizer = component.getFirstProperty('organizer');
  if (!organizer) return null;
  const address = String(organizer.getFirstValue() ?? '').replace(/^mailto:/i, '');
  return cleaned(organizer.getFirstParameter('cn'), limits.titleLength) || cleaned(address, limits.titleLength) || null;
}

export function linkOf(component: ICAL.Component): string | null {
  try {
    const { protocol, href } = new URL(stringOf(component, 'url'));
    return /^https?:$/.test(protocol) && href.length <= 2_000 ? href : null;
  } catch {
    return null;
  }
}

/** Returns one line of well-formed text, at most `length` UTF-16 code units. */
export function cleaned(value: unknown, length: number): string {
  if (typeof value !== 'string') return '';
  const line = value
    .slice(0, 4 * length)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  // A surrogate pair must not be split. `toWellFormed` is missing on older phones in use.
  return line
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
