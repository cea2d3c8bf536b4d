import { v7 as uuidv7 } from 'uuid';
import type * as z from 'zod/mini';
import type { AnyMutation, AnyResource, BaseRow } from '../../contract/resource.ts';
import { picture, safeUrl } from '../../contract/fields.ts';
import { resources } from '../../contract/resources.ts';
import { calendarSecret } from '../../contract/resources/calendar-links.ts';
import { codeText } from '../../contract/resources/codes.ts';
import { componentSettings, givenSettings } from '../../contract/resources/home-entries.ts';
import { optionalEntryIndex, optionalModuleId } from '../../contract/resources/modules.ts';
import { namedParticipant } from '../../contract/resources/participants.ts';
import { home, people } from '../fixtures/camp.ts';

/** One mutation of one resource, as the contract has it. */
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

/** Fields of an object schema. */
export function fieldsOf(type: z.ZodMiniType): Record<string, z.ZodMiniType> {
  return definitionOf(type).shape ?? {};
}

const usualText = 'Ein Satz';
const datingModule = 18;

/** A picture as a rule sees it, and as it comes with a call: a white pixel. */
const sampleLink = `/images/photos/${'k'.repeat(22)}-1x1.webp`;
export const samplePicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';

/**
 * A value that the schema takes; another `text` makes another value. What may be left out is left out, what may be null is null.
 * Throws for a kind that it does not know yet.
 */
export function sampleOf(type: z.ZodMiniType, text = usualText): unknown {
  if (type === picture) return sampleLink;
  if (type === optionalModuleId) return text === usualText ? datingModule : 3;
  // The matches of dating may be left out of the menu.
  if (type === optionalEntryIndex) return 1;
  if (type === componentSettings || type === givenSettings)
    return JSON.stringify({ componentName: 'event_countdown', ...(text !== usualText && { count: 2 }) });
  if (type === calendarSecret) return (text === usualText ? 'A' : 'B').repeat(22);
  if (type === safeUrl) return `https://${text === usualText ? 'a' : 'b'}.example/`;
  // No two codes of an event read the same.
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

/** Arguments that the mutation takes; where it wants at least one of those that may be left out, the first. */
export function argsOf({ args }: AnyMutation, text?: string): Record<string, unknown> {
  const sample = JSON.parse(JSON.stringify(sampleOf(args, text))) as Record<string, unknown>;
  if (args.safeParse(sample).success) return sample;
  const [name, field] = Object.entries(fieldsOf(args))[0] ?? [];
  if (!name || !field) throw new TypeError('no sample for arguments without fields');
  return { ...sample, [name]: sampleOf(definitionOf(field).innerType ?? field, text) };
}

/** The arguments as they travel: a picture as its bytes. */
export function sentArgs({ picture: field }: AnyMutation, args: Record<string, unknown>): Record<string, unknown> {
  return field !== undefined && field in args ? { ...args, [field]: samplePicture } : args;
}

/** The mutation's path for a row, in the home event unless another one is named. */
export function pathOf({ path }: AnyMutation, id: BaseRow['id'] = '', event: number = home): string {
  return path.replace(':event', String(event)).replace(':id', String(id));
}

/** A row in the home event by the person called author. */
export function sampleRow(resource: AnyResource): BaseRow {
  const sample = sampleOf(resource.row) as BaseRow;
  const own = 'authorId' in sample ? { authorId: people.author.id } : {};
  return { ...sample, ...('eventId' in sample ? { eventId: home } : {}), ...own, version: 1 };
}

const suspects: readonly unknown[] = [42, -1, 1.5, true, null, {}, [], '', '   ', 'x', 'nul\0', 'x'.repeat(20_000), ['x'], { a: 1 }];

/** For each field of the arguments, the values that the contract refuses. */
export function wrongArgs(mutation: AnyMutation): { field: string; value: unknown }[] {
  const { args } = mutation;
  const valid = argsOf(mutation);
  return Object.keys(fieldsOf(args)).flatMap((field) =>
    suspects.filter((value) => !args.safeParse({ ...valid, [field]: value }).success).map((value) => ({ field, value })),
  );
}
