import type { Place } from '#contract/rules/arranged.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { readListed } from './listed-rows.ts';
import { orderWords } from './order-words.ts';

const titles = {
  menu: 'command.arrangements.menu',
  home: 'command.arrangements.home',
  contactLinks: 'command.arrangements.contactLinks',
} as const;
const refusals = {
  menu: 'admin_menu_save_error',
  home: 'admin_homescreen_save_error',
  contactLinks: 'contact_links.save_failed',
} as const;

/** Returns the places of a command merged with those that it leaves unchanged. */
function placesOf({ args, base }: CommandOn<'arrangements'>): readonly Place[] {
  return [...(base?.places ?? []), ...('updates' in args ? args.updates : args.positions)];
}

export const arrangements: CommandPresenter<CommandOn<'arrangements'>> = {
  rows: readListed,
  title: ({ t }, { mutation }) => t(titles[mutation]),
  refused: ({ t }, { mutation }) => t(refusals[mutation]),
  text: (words, entry) => orderWords.value(words, { places: placesOf(entry) }) || null,
  edit: () => null,
  conflict: orderWords,
  toasts: true,
};
