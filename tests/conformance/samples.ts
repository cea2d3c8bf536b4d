import { v7 as uuidv7 } from 'uuid';
import type * as z from 'zod/mini';
import type { AnyMutation, AnyResource, BaseRow } from '#contract/resource.ts';
import { picture, reminder, safeUrl } from '#contract/fields.ts';
import { resources } from '#contract/resources.ts';
import { calendarSecret } from '#contract/resources/calendars.ts';
import { changedRow } from '#contract/resources/read-marks.ts';
import { changeList } from '#contract/rules/change-lists.ts';
import { codeText } from '#contract/resources/codes.ts';
import { componentSettings, givenSettings, optionalEntryIndex, optionalModuleId } from '#contract/resources/modules.ts';
import { namedParticipant } from '#contract/resources/participants.ts';
import { home, people } from '../fixtures/camp.ts';

export interface Case {
  readonly title: string;
  readonly resource: AnyResource;
  readonly mutation: AnyMutation;
}

export const cases: readonly Case[] = resources.flatMap((resource: AnyResource) =>
  Object.entries(resource.mutations).map(([name, mutation]) => ({ title: `${resource.name}.${name}`, resource, mutation })),
);

interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly innerType?: z.ZodMiniType;
  readonly shape?: Record<string, z.ZodMiniType>;
  readonly element?: z.ZodMiniType;
  readonly entries?: Record<string, string>;
  readonly options?: readonly z.ZodMiniType[];
  readonly values?: readonly unknown[];
}

const definitionOf = (type: z.ZodMiniType) => type.def as unknown as Definition;

export function fieldsOf(type: z.ZodMiniType): Record<string, z.ZodMiniType> {
  return definitionOf(type).shape ?? {};
}

const usualText = 'Ein Satz';
const datingModule = 18;

/** A picture as a rule receives it, and as a command sends it: a white pixel. */
const sampleLink = `/images/photos/${'k'.repeat(22)}-1x1.webp`;
export const samplePicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';

/**
 * Returns a value that the schema accepts; another `text` gives another value. Optional fields are left out, nullable ones are null. Throws
 * for an unknown kind of schema.
 */
export function sampleOf(type: z.ZodMiniType, text = usualText): unknown {
  if (type === picture) return sampleLink;
  if (type === optionalModuleId) return text === usualText ? datingModule : 3;
  // The matches of dating are an optional menu entry.
  if (type === optionalEntryIndex) return 1;
  if (type === componentSettings || type === givenSettings)
    return JSON.stringify({ componentName: 'event_countdown', ...(text !== usualText && { count: 2 }) });
  if (type === changedRow) return changeList('schedule', uuidv7());
  if (type === reminder) return text === usualText ? 10 : 30;
  if (type === calendarSecret) return (text === usualText ? 'A' : 'B').repeat(22);
  if (type === safeUrl) return `https://${text === usualText ? 'a' : 'b'}.example/`;
  // Codes of an event are unique.
  if (type === codeText) return `${text} ${uuidv7()}`;
  if (type === namedParticipant) return `${home}-${people[text === usualText ? 'author' : 'participant'].id}`;
  const { type: kind, format, shape, element, entries, options, values } = definitionOf(type);
  switch (kind) {
    case 'optional':
      return undefined;
    case 'nullable':
      return null;
    case 'number':
      return text === usualText ? 1 : 2;
    case 'boolean':
      return text === usualText;
    case 'array':
      return text === usualText && type.safeParse([]).success ? [] : [sampleOf(element!, text)];
    case 'enum':
      return Object.values(entries ?? {}).at(text === usualText ? 0 : -1);
    case 'union':
      return sampleOf(options![0]!, text);
    case 'literal':
      return values![0];
    case 'object':
      return Object.fromEntries(Object.entries(shape ?? {}).map(([name, field]) => [name, sampleOf(field, text)]));
    case 'string':
      if (format === 'uuid') return uuidv7();
      return format === 'datetime' ? '2026-11-21T10:00:00.000Z' : text;
    default:
      throw new TypeError(`no sample for ${kind}`);
  }
}

/** Returns arguments that the mutation accepts; with the first optional one, if it requires at least one. */
export function argsOf({ args }: AnyMutation, text?: string): Record<string, unknown> {
  const sample = JSON.parse(JSON.stringify(sampleOf(args, text))) as Record<string, unknown>;
  if (args.safeParse(sample).success) return sample;
  const [name, field] = Object.entries(fieldsOf(args))[0] ?? [];
  if (!name || !field) throw new TypeError('no sample for arguments without fields');
  return { ...sample, [name]: sampleOf(definitionOf(field).innerType ?? field, text) };
}

/** Returns the arguments as they are sent: a picture as its bytes. */
export function sentArgs({ picture: field }: AnyMutation, args: Record<string, unknown>): Record<string, unknown> {
  return field !== undefined && field in args ? { ...args, [field]: samplePicture } : args;
}

/** Returns the mutation's path for a row, in the home event by default. */
export function pathOf({ path }: AnyMutation, id: BaseRow['id'] = '', event: number = home): string {
  return path.replace(':event', String(event)).replace(':id', String(id));
}

/** Returns a row in the home event by the author. */
export function sampleRow(resource: AnyResource): BaseRow {
  const sample = sampleOf(resource.row) as BaseRow;
  const own = 'authorId' in sample ? { authorId: people.author.id } : {};
  return { ...sample, ...('eventId' in sample ? { eventId: home } : {}), ...own, version: 1 };
}

const suspects: readonly unknown[] = [42, -1, 1.5, true, null, {}, [], '', '   ', 'x', 'nul\0', 'x'.repeat(20_000), ['x'], { a: 1 }];

/** Returns for each field of the arguments the values that the contract rejects. */
export function wrongArgs(mutation: AnyMutation): { field: string; value: unknown }[] {
  const { args } = mutation;
  const valid = argsOf(mutation);
  return Object.keys(fieldsOf(args)).flatMap((field) =>
    suspects.filter((value) => !args.safeParse({ ...valid, [field]: value }).success).map((value) => ({ field, value })),
  );
}
