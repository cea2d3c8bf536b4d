import { homeSettingsIn } from '#contract/rules/home-settings.ts';
import type { HomeEntry } from '#contract/resources/modules.ts';
import { draftedBy } from '#commands/command-fields.ts';
import type { CommandOn, CommandPresenter, ConflictWords, Words } from '#feature-kit/command-presenter.ts';
import { textOf } from '#i18n/texts.ts';
import { componentName, moduleName } from './module-words.ts';

const switchTitles = {
  add: 'command.modules.add',
  drop: 'command.modules.drop',
  addEntry: 'command.modules.addEntry',
  dropEntry: 'command.modules.dropEntry',
} as const;

export const modules: CommandPresenter<CommandOn<'modules'>> = {
  title: ({ t }, { mutation }) => t(switchTitles[mutation]),
  refused: ({ t }, { mutation }) => {
    if (mutation === 'add') return t('admin_modules.add_failed');
    return t(mutation === 'drop' ? 'admin_modules.remove_failed' : 'admin_menu_toggle_error');
  },
  text: ({ t }, { base: module, args }) => {
    const entry = 'menuEntryIndex' in args ? module?.menu_entries[args.menuEntryIndex] : undefined;
    if (entry) return textOf(t, entry.name, entry.name);
    return module && moduleName(t, module.name);
  },
  edit: () => null,
  toasts: true,
};

const nameOf = ({ t }: Pick<Words, 't'>, { settings }: Partial<HomeEntry>): string => {
  const { componentName: name } = homeSettingsIn(settings);
  return name === undefined ? t('admin_home.component') : componentName(t, name);
};

/** Describes the versions of a home entry in a conflict; only the count can differ. */
const homeWords: ConflictWords = {
  name: (words, row) => nameOf(words, row as HomeEntry),
  label: ({ t }) => t('admin_home.count_short'),
  value: (_words, { settings }) => String(homeSettingsIn(settings as string | null).count ?? ''),
};

const homeTitles = {
  create: 'command.homeEntries.create',
  edit: 'command.homeEntries.edit',
  remove: 'command.homeEntries.remove',
} as const;

export const homeEntries: CommandPresenter<CommandOn<'homeEntries'>> = {
  title: ({ t }, { mutation }) => t(homeTitles[mutation]),
  refused: ({ t }) => t('admin_homescreen_save_error'),
  text: (words, entry) => nameOf(words, draftedBy(entry)),
  edit: () => null,
  conflict: homeWords,
  toasts: true,
};
