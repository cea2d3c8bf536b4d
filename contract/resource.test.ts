import { expect, test } from 'vitest';
import { type AnyResource, argumentsFrom } from './resource.ts';
import { resources } from './resources.ts';

const versioned = (resources as readonly AnyResource[]).flatMap(({ name, row, mutations }) =>
  Object.entries(mutations)
    .filter(([, { kind, versioned: asks }]) => kind === 'change' && asks)
    .map(([mutation, rule]) => ({ name: `${name}.${mutation}`, rule, fields: Object.keys((row as unknown as { shape: object }).shape) })),
);

test.each(versioned)('$name, made anew on a newer row, says what it said, and nothing that it cannot say', ({ rule, fields }) => {
  const { shape } = rule.args as unknown as { shape: Record<string, unknown> };
  const row = Object.fromEntries(fields.map((field) => [field, field]));
  // All arguments are there, those of an order under their own name.
  expect(Object.keys(argumentsFrom(rule, row)).toSorted()).toEqual(Object.keys(shape).toSorted());
});
