import { labelsOf } from '#commands/command-fields.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { Code } from '#contract/resources/codes.ts';
import type { ConflictWords, Words } from '#feature-kit/command-presenter.ts';
import type { Fields } from '#sync/mirror/merge.ts';
import { stateOf } from './code-state.ts';

type WordsOnly = Pick<Words, 't'>;

export const codeWords = {
  name: (_words: WordsOnly, row: BaseRow): string => (row as Code).code,
  label: labelsOf({ code: 'event_codes.code', reusable: 'event_codes.reusable' }),
  value: ({ t }: WordsOnly, fields: Fields): string => {
    const { code, reusable, used } = fields as Partial<Code>;
    const hasState = reusable !== undefined || used !== undefined;
    const state = hasState ? t(`event_codes.state.${stateOf({ reusable: reusable ?? false, used: used ?? false })}`) : undefined;
    return [code, state].filter((line) => line !== undefined).join('\n');
  },
} satisfies ConflictWords;
