import type { TFunction } from 'i18next';
import { textOf } from '#i18n/keys.ts';

/** Returns the name of a module; modules without a text in this app show their own name. */
export const moduleName = (t: TFunction, name: string): string => textOf(t, `module.${name}`, name);

export const componentName = (t: TFunction, name: string): string => textOf(t, `home_component.${name}`, name);
