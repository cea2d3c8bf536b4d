import type { TFunction } from 'i18next';
import { textOf } from '../../i18n/keys.ts';

/** What a module of the catalogue is called; its own name where this app has no text for it yet. */
export const moduleName = (t: TFunction, name: string): string => textOf(t, `module.${name}`, name);

/** The same of a component of the home screen. */
export const componentName = (t: TFunction, name: string): string => textOf(t, `home_component.${name}`, name);
