import type { TFunction } from 'i18next';
import { textOf } from '#i18n/texts.ts';

/** Returns the name of a module; modules without a text in this app show their own name. */
export const moduleName = (t: TFunction, name: string): string => textOf(t, `module.${name}`, name);

/** Returns a sentence on the purpose of a module, undefined for modules without a text in this app. */
export const modulePurpose = (t: TFunction, name: string): string | undefined => textOf(t, `module_purpose.${name}`, '') || undefined;

export const componentName = (t: TFunction, name: string): string => textOf(t, `home_component.${name}`, name);
