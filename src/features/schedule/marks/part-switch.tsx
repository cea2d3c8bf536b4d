import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { ChoiceSwitch } from '#ui/layout/choice-switch.tsx';
import type { Marks } from './use-marks.ts';

export type Part = 'visible' | 'mine' | 'hidden';

/** Returns the entries of each part of the schedule. */
export function partsOf(entries: readonly ScheduleEntry[], marks: Marks): Readonly<Record<Part, ScheduleEntry[]>> {
  return {
    visible: entries.filter(({ id }) => marks.get(id)?.hidden !== true),
    mine: entries.filter(({ id }) => marks.get(id)?.starred === true),
    hidden: entries.filter(({ id }) => marks.get(id)?.hidden === true),
  };
}

interface PartSwitchProps {
  parts: Readonly<Record<Part, readonly ScheduleEntry[]>>;
  shown: Part;
  onShow: (part: Part) => void;
}

/** Switches between the parts of the schedule; absent while there is only one. */
export function PartSwitch({ parts, shown, onShow }: PartSwitchProps): ReactNode {
  const { t } = useTranslation();
  const choices = (['visible', 'mine', 'hidden'] as const).filter((part) => part === 'visible' || parts[part].length > 0);
  if (choices.length === 1) return null;
  const options = choices.map((part) => ({ value: part, label: t(`agenda.part_${part}`, { number: parts[part].length }) }));
  return <ChoiceSwitch label={t('agenda.parts')} options={options} chosen={shown} onChoose={onShow} />;
}
